import * as v from 'valibot';
import { SEARCH_DOMAIN_VARIABLES } from '../../shared/terminals/opensearch/search-domain-env.ts';

const schema = v.object(SEARCH_DOMAIN_VARIABLES);

/**
 * Reads the environment variables of this function.
 * @throws ValiError if one is missing or invalid.
 */
export const readEnv = () => v.parse(schema, process.env);
