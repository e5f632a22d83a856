import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import { createSortableIds, firstSortableIdAt, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { SEND_ERRORS } from '../receiver-guard/send-failure.ts';

/** A pending delivery ends as delivered or failed, and then does not change (interface specification, section 3). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Attempts of a delivery: the first and 5 retries (interface specification, section 8). */
export const MAX_ATTEMPTS = 6;

/** Retention of delivery records. */
export const KEPT_DAYS = 30;

/** All deliveries by webhook, in the order of their ids. */
export const WEBHOOK_INDEX = 'by-webhook';
/** Pending deliveries by webhook and due time: only they have `nextAttemptAt`. */
export const DUE_INDEX = 'due';
/** Attributes of a delivery that the index of due deliveries has. */
export const DUE_ATTRIBUTES = ['deliveryId', 'orgId', 'mode'];

const PREFIX = 'dlv_';
const ID_FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Delivery ids sort in the order of their creation. */
export const newDeliveryId = createSortableIds(PREFIX);

export const isDeliveryId = (text: string): boolean => ID_FORM.test(text);

/** A text that sorts before all ids made at `ms` (since 1970) or later, and after all earlier ids. */
export const firstDeliveryIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);

const moment = v.pipe(v.string(), v.isoTimestamp());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const httpStatus = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999));

/** The delivery of one event to one webhook, as it is stored. */
export const deliverySchema = v.object({
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  deliveryId: v.string(),
  webhookId: v.string(),
  eventId: v.string(),
  event: v.picklist(EVENT_NAMES),
  status: v.picklist(DELIVERY_STATUSES),
  reason: v.exactOptional(v.string()),
  /** Attempts made, with interrupted ones. */
  attempts: count,
  maxAttempts: count,
  createdAt: moment,
  lastAttemptAt: v.exactOptional(moment),
  /** Only while pending. During an attempt: when the next one is due if it is interrupted. */
  nextAttemptAt: v.exactOptional(moment),
  lastResponseStatus: v.exactOptional(httpStatus),
  test: v.boolean(),
  redeliveryOf: v.exactOptional(v.string()),
  redeliveredBy: v.exactOptional(v.string()),
});
/** Attributes of a delivery that the index by webhook has beside its keys. */
export const LISTED_ATTRIBUTES = Object.keys(v.omit(deliverySchema, ['webhookId', 'deliveryId']).entries);
export type Delivery = Readonly<v.InferOutput<typeof deliverySchema>>;

/** A logged attempt, as it is stored and as the API shows it. */
export const attemptSchema = v.object({
  /** 1 to `maxAttempts`. */
  number: count,
  startedAt: moment,
  durationMs: v.exactOptional(v.number()),
  url: v.string(),
  responseStatus: v.exactOptional(httpStatus),
  /** `interrupted`: the sender stopped before it recorded an outcome. */
  error: v.exactOptional(v.picklist([...SEND_ERRORS, 'interrupted'])),
  detail: v.exactOptional(v.string()),
  /** Its first 16 KB; bytes that are not UTF-8 are replacement characters. */
  responseBody: v.exactOptional(v.string()),
  responseTruncated: v.exactOptional(v.literal(true)),
});
export type Attempt = Readonly<v.InferOutput<typeof attemptSchema>>;

/** A delivery in the table: with its claim while an attempt is in progress, and with its packed log. */
export const storedSchema = v.object({
  ...deliverySchema.entries,
  claim: v.exactOptional(v.object({ id: v.string(), at: moment, url: v.string() })),
  log: v.exactOptional(v.instance(Uint8Array)),
});
export type StoredDelivery = Readonly<v.InferOutput<typeof storedSchema>>;

/** A delivery with its attempts, oldest first, and the JSON body of its requests until that expires. */
export interface WholeDelivery {
  readonly delivery: Delivery;
  readonly log: readonly Attempt[];
  readonly payload?: Record<string, unknown>;
}
