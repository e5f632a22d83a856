import * as v from 'valibot';
import { EVENT_NAMES } from '../../events/event-names.ts';
import { ATTEMPT_ERRORS, type Attempt, DELIVERY_STATUSES, type Delivery } from '../delivery.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const httpStatus = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999));

/** Fields without a value are left out. */
export const deliveryFields = v.object({
  id: v.string(),
  webhookId: v.string(),
  eventId: v.string(),
  event: v.picklist(EVENT_NAMES),
  status: v.picklist(DELIVERY_STATUSES),
  /** Why the delivery failed. */
  reason: v.exactOptional(v.string()),
  attempts: count,
  maxAttempts: count,
  createdAt: moment,
  lastAttemptAt: v.exactOptional(moment),
  /** Only while the delivery is pending. */
  nextAttemptAt: v.exactOptional(moment),
  lastResponseStatus: v.exactOptional(httpStatus),
  test: v.boolean(),
  redeliveryOf: v.exactOptional(v.string()),
  redeliveredBy: v.exactOptional(v.string()),
});

export const attemptFields = v.object({
  number: count,
  startedAt: moment,
  durationMs: v.exactOptional(v.number()),
  url: v.string(),
  responseStatus: v.exactOptional(httpStatus),
  error: v.exactOptional(v.picklist(ATTEMPT_ERRORS)),
  detail: v.exactOptional(v.string()),
  /** As text; bytes that are not UTF-8 become replacement characters. */
  responseBody: v.exactOptional(v.string()),
  responseTruncated: v.exactOptional(v.literal(true)),
});

export const wholeFields = v.object({
  ...deliveryFields.entries,
  /** Oldest first. */
  attemptLog: v.array(attemptFields),
  /** The JSON body of the request, until it expires. */
  payload: v.exactOptional(v.record(v.string(), v.unknown())),
});

const successOf = <Data extends v.GenericSchema>(data: Data) =>
  v.object({ status: v.literal('success'), data });

/** 200 bodies of the operations on deliveries. */
export const deliveryAnswer = successOf(deliveryFields);
export const wholeDeliveryAnswer = successOf(wholeFields);
export const recoveredAnswer = successOf(v.object({ recovered: count, complete: v.boolean() }));
export const deliveryListAnswer = v.object({
  ...successOf(v.array(deliveryFields)).entries,
  /** `next_cursor` is null on the last page. */
  pagination: v.object({ next_cursor: v.nullable(v.string()), limit: count }),
});

export type DeliveryDocument = v.InferOutput<typeof deliveryFields>;
export type DeliveryAnswer = v.InferOutput<typeof deliveryAnswer>;
export type WholeDeliveryAnswer = v.InferOutput<typeof wholeDeliveryAnswer>;
export type DeliveryListAnswer = v.InferOutput<typeof deliveryListAnswer>;
export type RecoveredAnswer = v.InferOutput<typeof recoveredAnswer>;

/** A copy of an object without its undefined members. */
const withoutUndefined = <Value extends object>(
  members: {
    readonly [Name in keyof Value]: Value[Name] | undefined;
  },
): Value => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Value;

/** A delivery as the API shows it. */
export function describeDelivery(delivery: Delivery): DeliveryDocument {
  const { deliveryId: id, webhookId, eventId, event, status, reason, attempts, maxAttempts } = delivery;
  const { createdAt, lastAttemptAt, dueAt, lastStatus, test, redeliveryOf, redeliveredBy } = delivery;
  return withoutUndefined<DeliveryDocument>({
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

/** A delivery with its attempts and payload. */
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
  return withoutUndefined<v.InferOutput<typeof attemptFields>>({
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
