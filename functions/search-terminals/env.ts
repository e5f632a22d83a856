import * as v from 'valibot';

const schema = v.object({
  /** Name of the table of terminals. */
  TERMINALS_TABLE: v.pipe(v.string(), v.nonEmpty()),
  /** Age of the terminals in memory from which a newer snapshot is looked for. */
  TERMINALS_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
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
