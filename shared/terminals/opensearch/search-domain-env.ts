import * as v from 'valibot';
import { defaultProvider } from '../../platform/aws/environment-credentials.ts';

/** Environment variables of the search domain. */
export const SEARCH_DOMAIN_VARIABLES = {
  /** https:// for an OpenSearch domain, http:// for a local node. */
  OPENSEARCH_ENDPOINT: v.pipe(v.string(), v.url()),
  AWS_REGION: v.pipe(v.string(), v.nonEmpty()),
};

/** A search domain, or a local node in its place. */
export interface SearchDomain {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: ReturnType<typeof defaultProvider>;
}

/** The domain in the variables of a function, with the credentials of the function. */
export const searchDomainOf = (env: {
  readonly OPENSEARCH_ENDPOINT: string;
  readonly AWS_REGION: string;
}): SearchDomain => ({
  endpoint: env.OPENSEARCH_ENDPOINT,
  region: env.AWS_REGION,
  credentials: defaultProvider(),
});
