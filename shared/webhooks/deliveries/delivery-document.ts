import * as v from 'valibot';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { ATTEMPT_ERRORS, type Attempt, DELIVERY_STATUSES, type Delivery } from './delivery.ts';

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
export type WholeDeliveryAnswer = v.InferOutput<typeof wholeDeliveryAnswer>;
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

const FIELDS: FieldTexts = {
  id: '`dlv_` and 27 base-32 digits. The header `X-Delivery-Id` contains it.',
  webhookId: 'The webhook that receives the event.',
  eventId: 'Id of the event, the same on every attempt and every redelivery.',
  event: 'Name of the event.',
  status: '`pending`, then `delivered` or `failed`. A `delivered` or `failed` delivery does not change.',
  reason: 'Why it failed.',
  attempts: 'Attempts so far, including an attempt in progress.',
  maxAttempts: '6; 1 for a test.',
  createdAt: 'Time of creation, UTC.',
  lastAttemptAt: 'Start of the last logged attempt, UTC.',
  nextAttemptAt: 'When the next attempt is due, UTC; only while it is pending.',
  lastResponseStatus: 'HTTP status of the last attempt, if the receiver answered.',
  test: 'Whether the test operation created it.',
  redeliveryOf: 'The delivery that this one repeats.',
  redeliveredBy: 'The newest delivery that repeats this one.',
};

/** Schemas of deliveries. */
export const DELIVERY_SCHEMAS: NamedSchemas = {
  Delivery: {
    schema: deliveryFields,
    description: 'The delivery of one event to one webhook. Fields without a value are absent.',
    fields: FIELDS,
  },
  DeliveryWithAttempts: {
    schema: wholeFields,
    description: 'A delivery with its attempts and its payload.',
    fields: {
      ...FIELDS,
      attemptLog: 'Oldest first.',
      payload: 'The JSON body of the request, while it is stored.',
      'payload.*': 'Field of the event.',
    },
  },
  DeliveryAttempt: {
    schema: attemptFields,
    description: 'A logged attempt. Fields without a value are absent.',
    fields: {
      number: '1 to 6. The header `X-Delivery-Attempt` contains it.',
      startedAt: 'Start of the attempt, UTC.',
      durationMs: 'Duration in milliseconds.',
      url: 'URL of this attempt.',
      responseStatus: 'HTTP status, if the receiver answered.',
      error:
        'Why it failed: `status` (not 2xx), `redirect`, `timeout` (no status within 5 seconds), `dns`, `connect`, `tls`, `reset`, `protocol` (no HTTP), `rejected-address` (not public or invalid), `interrupted` (the service stopped).',
      detail: 'The error as a sentence.',
      responseBody: 'The first 16 KB of the response body.',
      responseTruncated: 'Whether the body was, or may have been, longer.',
    },
  },
};

export const DELIVERY_NOT_FOUND_ERROR = {
  status: 404,
  when: 'The webhook or the delivery does not exist, or belongs to another organization or mode. Deliveries are stored for 30 days.',
} as const;

const MOMENT = 'A UTC time such as `2026-03-02T10:00:00Z`, or a day such as `2026-03-02`.';
const PATTERN = '^\\d{4}-\\d{2}-\\d{2}(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?Z)?$';

/** Texts of a time range. */
export const SPAN_FIELDS: FieldTexts = {
  since: {
    description: `Created at this time or later. ${MOMENT} A day means its start.`,
    pattern: PATTERN,
  },
  until: {
    description: `Created before this time. ${MOMENT} A day means its end. Must not be before \`since\`.`,
    pattern: PATTERN,
  },
};
