import * as v from 'valibot';
import { defaultProvider } from '../../platform/aws/environment-credentials.ts';

/** The variables that a function finds the search domain by. */
export const SEARCH_DOMAIN_VARIABLES = {
  /** Of the OpenSearch domain: https:// of a domain, http:// of a node on this machine. */
  OPENSEARCH_ENDPOINT: v.pipe(v.string(), v.url()),
  AWS_REGION: v.pipe(v.string(), v.nonEmpty()),
};

/** A search domain, or the node on this machine that stands for one. */
export interface SearchDomain {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: ReturnType<typeof defaultProvider>;
}

/** The domain that a function's variables name, asked with the function's own rights. */
export const searchDomainOf = (env: {
  readonly OPENSEARCH_ENDPOINT: string;
  readonly AWS_REGION: string;
}): SearchDomain => ({
  endpoint: env.OPENSEARCH_ENDPOINT,
  region: env.AWS_REGION,
  credentials: defaultProvider(),
});
