import * as v from 'valibot';

const schema = v.object({
  /** Of the OpenSearch domain: https:// of a domain, http:// of a node on this machine. */
  OPENSEARCH_ENDPOINT: v.pipe(v.string(), v.url()),
  AWS_REGION: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
