import * as v from 'valibot';
import { type Environment, text, url } from '../../platform/env/read-env.ts';
import { RECEIVER_ADDRESSES } from '../receiver-guard/receiver-addresses.ts';
import { SECRET_VARIABLES } from '../secrets/secret-env.ts';

const TABLES = {
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text(),
  /** Name of the table of deliveries. */
  DELIVERIES_TABLE: text(),
};

/** The variables of every function that makes attempts. */
export const DELIVERY_VARIABLES = {
  ...TABLES,
  /** Name of the table of organizations. */
  ORGANIZATIONS_TABLE: text(),
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Seconds between attempts: "300,900,...". */
  WEBHOOK_RETRY_SCHEDULE: text(),
  /** Rate limits of webhook requests: "burst=5000,live=6000,...". */
  WEBHOOK_RATES: text(),
  ...SECRET_VARIABLES,
};

/** The variables of the functions that process the delivery queues. */
export const DELIVERY_QUEUE_VARIABLES = {
  ...DELIVERY_VARIABLES,
  RETRIES_URL: url(),
};

/** The variables of every function that makes redeliveries. */
export const REDELIVERY_VARIABLES = {
  ...TABLES,
  /** Queue of first attempts. */
  DELIVERIES_URL: url(),
};

export type DeliveryEnvironment = Environment<typeof DELIVERY_VARIABLES>;
export type DeliveryQueueEnvironment = Environment<typeof DELIVERY_QUEUE_VARIABLES>;
export type RedeliveryEnvironment = Environment<typeof REDELIVERY_VARIABLES>;
