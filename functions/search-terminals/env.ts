import * as v from 'valibot';
import { TERMINAL_VARIABLES } from '../../shared/terminals/terminal-env.ts';

const schema = v.object({
  ...TERMINAL_VARIABLES,
  /** Of the OpenSearch domain: https:// of a domain, http:// of a node on this machine. Absent: the embedded search. */
  OPENSEARCH_ENDPOINT: v.optional(v.pipe(v.string(), v.url())),
  AWS_REGION: v.pipe(v.string(), v.nonEmpty()),
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
