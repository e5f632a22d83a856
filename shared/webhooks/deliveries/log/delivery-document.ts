import * as v from 'valibot';
import { EVENT_NAMES } from '../../events/event-names.ts';
import { ATTEMPT_ERRORS, type Attempt, DELIVERY_STATUSES, type Delivery } from '../delivery.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const httpStatus = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999));

/** What has no value is left out. */
const deliveryFields = v.object({
  id: v.string(),
  webhookId: v.string(),
  eventId: v.string(),
  event: v.picklist(EVENT_NAMES),
  status: v.picklist(DELIVERY_STATUSES),
  /** Why it failed. */
  reason: v.exactOptional(v.string()),
  attempts: count,
  maxAttempts: count,
  createdAt: moment,
  lastAttemptAt: v.exactOptional(moment),
  /** While it is pending. */
  nextAttemptAt: v.exactOptional(moment),
  lastResponseStatus: v.exactOptional(httpStatus),
  test: v.boolean(),
  redeliveryOf: v.exactOptional(v.string()),
  redeliveredBy: v.exactOptional(v.string()),
});

const attemptFields = v.object({
  number: count,
  startedAt: moment,
  durationMs: v.exactOptional(v.number()),
  url: v.string(),
  responseStatus: v.exactOptional(httpStatus),
  error: v.exactOptional(v.picklist(ATTEMPT_ERRORS)),
  detail: v.exactOptional(v.string()),
  /** As text: what is not UTF-8 in it is shown by replacement characters. */
  responseBody: v.exactOptional(v.string()),
  responseTruncated: v.exactOptional(v.literal(true)),
});

const wholeFields = v.object({
  ...deliveryFields.entries,
  /** Oldest first. */
  attemptLog: v.array(attemptFields),
  /** The JSON that was or will be sent, while it is kept. */
  payload: v.exactOptional(v.record(v.string(), v.unknown())),
});

const answering = <Data extends v.GenericSchema>(data: Data) =>
  v.object({ status: v.literal('success'), data });

/** 200 bodies of the operations on deliveries. */
export const deliveryAnswer = answering(deliveryFields);
export const wholeDeliveryAnswer = answering(wholeFields);
export const recoveredAnswer = answering(v.object({ recovered: count, complete: v.boolean() }));
export const deliveryListAnswer = v.object({
  ...answering(v.array(deliveryFields)).entries,
  /** `next_cursor` is null on the last page. */
  pagination: v.object({ next_cursor: v.nullable(v.string()), limit: count }),
});

export type DeliveryDocument = v.InferOutput<typeof deliveryFields>;
export type DeliveryAnswer = v.InferOutput<typeof deliveryAnswer>;
export type WholeDeliveryAnswer = v.InferOutput<typeof wholeDeliveryAnswer>;
export type DeliveryListAnswer = v.InferOutput<typeof deliveryListAnswer>;
export type RecoveredAnswer = v.InferOutput<typeof recoveredAnswer>;

/** An object without its undefined members. */
const present = <Value extends object>(
  members: {
    readonly [Name in keyof Value]: Value[Name] | undefined;
  },
): Value => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Value;

/** A delivery as its owner sees it. */
export function describeDelivery(delivery: Delivery): DeliveryDocument {
  const { deliveryId: id, webhookId, eventId, event, status, reason, attempts, maxAttempts } = delivery;
  const { createdAt, lastAttemptAt, dueAt, lastStatus, test, redeliveryOf, redeliveredBy } = delivery;
  return present<DeliveryDocument>({
    id,
    webhookId,
    eventId,
    event,
    status,
    reason,
    attempts,
    maxAttempts,
    createdAt,
    lastAttemptAt,
    nextAttemptAt: dueAt,
    lastResponseStatus: lastStatus,
    test,
    redeliveryOf,
    redeliveredBy,
  });
}

/** A delivery with all that is known of it. */
export function describeWhole({
  delivery,
  log,
  payload,
}: {
  readonly delivery: Delivery;
  readonly log: readonly Attempt[];
  readonly payload?: Uint8Array;
}): WholeDeliveryAnswer['data'] {
  return {
    ...describeDelivery(delivery),
    attemptLog: log.map(describeAttempt),
    ...(payload === undefined ? {} : { payload: JSON.parse(Buffer.from(payload).toString()) }),
  };
}

const describeAttempt = (attempt: Attempt): v.InferOutput<typeof attemptFields> => {
  const { number, startedAt, durationMs, url, status, error, detail, responseBody, responseTruncated } =
    attempt;
  return present<v.InferOutput<typeof attemptFields>>({
    number,
    startedAt,
    durationMs,
    url,
    responseStatus: status,
    error,
    detail,
    responseBody: responseBody === undefined ? undefined : Buffer.from(responseBody).toString(),
    responseTruncated: responseTruncated ? true : undefined,
  });
};
