import { type Environment, text } from '../../platform/env/read-env.ts';

/** The variables of every function that encrypts or decrypts signing secrets. */
export const SECRET_VARIABLES = {
  /** ARN of the key that signing secrets are encrypted under. */
  WEBHOOK_SECRETS_KEY: text(),
};

export type SecretEnvironment = Environment<typeof SECRET_VARIABLES>;
