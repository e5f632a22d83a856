import { defaultProvider } from '../../platform/aws/environment-credentials.ts';
import { text, url } from '../../platform/env/read-env.ts';

/** Environment variables of the search domain. */
export const SEARCH_DOMAIN_VARIABLES = {
  /** https:// for an OpenSearch domain, http:// for a local node. */
  OPENSEARCH_ENDPOINT: url(),
  AWS_REGION: text(),
};

/** A search domain, or a local node in its place. */
export interface SearchDomain {
  readonly endpoint: string;
  /** Absent for a local node, which accepts unsigned requests. */
  readonly signing?: { readonly region: string; readonly credentials: ReturnType<typeof defaultProvider> };
}

/** The domain in the variables of a function, with the credentials of the function. */
export const searchDomainOf = (env: {
  readonly OPENSEARCH_ENDPOINT: string;
  readonly AWS_REGION: string;
}): SearchDomain => ({
  endpoint: env.OPENSEARCH_ENDPOINT,
  ...(env.OPENSEARCH_ENDPOINT.startsWith('https:')
    ? { signing: { region: env.AWS_REGION, credentials: defaultProvider() } }
    : {}),
});
