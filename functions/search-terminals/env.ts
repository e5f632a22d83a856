import * as v from 'valibot';
import { TERMINAL_VARIABLES } from '../../shared/terminals/catalogue/terminal-env.ts';
import { SEARCH_DOMAIN_VARIABLES } from '../../shared/terminals/opensearch/search-domain-env.ts';

const schema = v.object({
  ...SEARCH_DOMAIN_VARIABLES,
  ...TERMINAL_VARIABLES,
  /** Absent: only the embedded search is used. */
  OPENSEARCH_ENDPOINT: v.optional(SEARCH_DOMAIN_VARIABLES.OPENSEARCH_ENDPOINT),
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * Reads the environment variables of this function.
 * @throws ValiError if a variable is missing.
 */
export const readEnv = () => v.parse(schema, process.env);
