import * as v from 'valibot';
import { REGISTRATION_VARIABLES } from '../../shared/webhooks/registration/registration-env.ts';
import { SECRET_VARIABLES } from '../../shared/webhooks/secrets/secret-env.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  /** Name of the table of idempotent responses. */
  IDEMPOTENCY_TABLE: text,
  ...SECRET_VARIABLES,
  ...REGISTRATION_VARIABLES,
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError if a variable is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
