import * as v from 'valibot';
import { REGISTRATION_VARIABLES } from '../../shared/webhooks/registration/registration-env.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  ...REGISTRATION_VARIABLES,
  /** Queue that ends the deliveries of a webhook, among others. */
  RETRIES_URL: url,
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
