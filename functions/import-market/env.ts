import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Name of the table of organizations. */
  ORGANIZATIONS_TABLE: text,
  /** Name of the table of terminals. */
  TERMINALS_TABLE: text,
  /** Name of the table of loads, cells and diesel prices. */
  MARKET_TABLE: text,
  /** Name of the bucket of uploads. */
  UPLOADS_BUCKET: text,
  /** URL of the function's own queue: unfinished imports continue by a message to it. */
  UPLOADS_URL: url,
  /** As the AWS SDK reads them; set to use a stand-in for S3. */
  AWS_ENDPOINT_URL: v.optional(url),
  AWS_ENDPOINT_URL_S3: v.optional(url),
});

/**
 * The environment variables of this function.
 * @throws ValiError if one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
