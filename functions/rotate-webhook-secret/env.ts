import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  /** ARN of the key that signing secrets are encrypted under. */
  WEBHOOK_SECRETS_KEY: text,
  /** Set by Lambda itself. */
  AWS_REGION: text,
  /** Where KMS is, other than at AWS: set for the service on one machine. */
  AWS_ENDPOINT_URL_KMS: v.optional(text),
  AWS_ENDPOINT_URL: v.optional(text),
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
