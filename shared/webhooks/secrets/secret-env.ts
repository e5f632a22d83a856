import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

/** The variables of every function that encrypts or decrypts signing secrets. */
export const SECRET_VARIABLES = {
  /** ARN of the key that signing secrets are encrypted under. */
  WEBHOOK_SECRETS_KEY: text,
};

export type SecretEnvironment = v.InferOutput<v.ObjectSchema<typeof SECRET_VARIABLES, undefined>>;
