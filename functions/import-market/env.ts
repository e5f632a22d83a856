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
  /** Name of the bucket that files of loads are uploaded to. */
  UPLOADS_BUCKET: text,
  /** The function's own queue: what is not done in a run goes on by a message to it. */
  UPLOADS_URL: url,
  /** As the AWS SDK reads them; set where another service stands for S3. */
  AWS_ENDPOINT_URL: v.optional(url),
  AWS_ENDPOINT_URL_S3: v.optional(url),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
