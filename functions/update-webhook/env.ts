import * as v from 'valibot';
import { RECEIVER_ADDRESSES } from '../../shared/webhooks/receiver-addresses.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  /** Addresses that webhooks may be sent to. */
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Queue that ends the deliveries of a webhook, among others. */
  RETRIES_URL: text,
  /** Set by Lambda itself. */
  AWS_REGION: text,
  /** Where SQS is, other than at AWS: set for the service on one machine. */
  AWS_ENDPOINT_URL_SQS: v.optional(text),
  AWS_ENDPOINT_URL: v.optional(text),
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
