import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

/** The variables of every function that seals or opens signing secrets. */
export const SECRET_VARIABLES = {
  /** ARN of the key that signing secrets are encrypted under. */
  WEBHOOK_SECRETS_KEY: text,
  /** Set by Lambda itself. */
  AWS_REGION: text,
  /** As the AWS SDK reads them; set where another service stands for KMS. */
  AWS_ENDPOINT_URL: v.optional(url),
  AWS_ENDPOINT_URL_KMS: v.optional(url),
};

export type SecretEnvironment = v.InferOutput<v.ObjectSchema<typeof SECRET_VARIABLES, undefined>>;
