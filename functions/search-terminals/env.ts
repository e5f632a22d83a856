import * as v from 'valibot';
import { TERMINAL_VARIABLES } from '../../shared/terminals/catalogue/terminal-env.ts';
import { SEARCH_DOMAIN_VARIABLES } from '../../shared/terminals/opensearch/search-domain-env.ts';

const schema = v.object({
  ...SEARCH_DOMAIN_VARIABLES,
  ...TERMINAL_VARIABLES,
  /** Absent: the embedded search answers alone. */
  OPENSEARCH_ENDPOINT: v.optional(SEARCH_DOMAIN_VARIABLES.OPENSEARCH_ENDPOINT),
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
