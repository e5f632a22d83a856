import * as v from 'valibot';
import { RECEIVER_ADDRESSES } from '../webhooks/receiver-addresses.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

/** The variables of every function that makes attempts. */
export const DELIVERY_VARIABLES = {
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  /** Name of the table of deliveries. */
  DELIVERIES_TABLE: text,
  /** ARN of the key that signing secrets are encrypted under. */
  WEBHOOK_SECRETS_KEY: text,
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Seconds between attempts: "300,900,...". */
  WEBHOOK_RETRY_SCHEDULE: text,
  /** Set by Lambda itself. */
  AWS_REGION: text,
  /** As the AWS SDK reads them; set where another service stands for KMS. */
  AWS_ENDPOINT_URL: v.optional(url),
  AWS_ENDPOINT_URL_KMS: v.optional(url),
};
