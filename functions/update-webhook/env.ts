import * as v from 'valibot';
import { REGISTRATION_VARIABLES } from '../../shared/webhooks/registration/registration-env.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  ...REGISTRATION_VARIABLES,
  /** Queue of retries, also of messages that end the deliveries of a webhook. */
  RETRIES_URL: url,
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError if a variable is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
