import * as v from 'valibot';
import { QUEUE_VARIABLES } from '../queues/queue-env.ts';
import { RECEIVER_ADDRESSES } from '../webhooks/receiver-addresses.ts';
import { SECRET_VARIABLES } from '../webhooks/secret-env.ts';

const text = v.pipe(v.string(), v.nonEmpty());

/** The variables of every function that makes attempts. */
export const DELIVERY_VARIABLES = {
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  /** Name of the table of deliveries. */
  DELIVERIES_TABLE: text,
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Seconds between attempts: "300,900,...". */
  WEBHOOK_RETRY_SCHEDULE: text,
  ...SECRET_VARIABLES,
};

/** The variables of the functions that work off the queues of deliveries. */
export const DELIVERY_QUEUE_VARIABLES = {
  ...DELIVERY_VARIABLES,
  ...QUEUE_VARIABLES,
  RETRIES_URL: v.pipe(v.string(), v.url()),
};

type Variables<Schemas extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Schemas, undefined>>;

export type DeliveryEnvironment = Variables<typeof DELIVERY_VARIABLES>;
export type DeliveryQueueEnvironment = Variables<typeof DELIVERY_QUEUE_VARIABLES>;
