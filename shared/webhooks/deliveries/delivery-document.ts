import * as v from 'valibot';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { successOf } from '../store/webhook-document.ts';
import { attemptSchema, type Delivery, deliverySchema, type WholeDelivery } from './delivery.ts';

const { orgId: _, mode: __, deliveryId, ...shown } = deliverySchema.entries;

/** A delivery as the API shows it. Fields without a value are left out. */
export const deliveryFields = v.object({ id: deliveryId, ...shown });

export const wholeFields = v.object({
  ...deliveryFields.entries,
  attemptLog: v.array(attemptSchema),
  payload: v.exactOptional(v.record(v.string(), v.unknown())),
});

export const wholeDeliveryAnswer = successOf(wholeFields);

export type WholeDeliveryAnswer = v.InferOutput<typeof wholeDeliveryAnswer>;

export const describeDelivery = ({ orgId, mode, deliveryId: id, ...shown }: Delivery) => ({ id, ...shown });

export const describeWhole = ({ delivery, log, payload }: WholeDelivery): WholeDeliveryAnswer['data'] => ({
  ...describeDelivery(delivery),
  attemptLog: [...log],
  ...(payload && { payload }),
});

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
      payload: {
        description: 'The JSON body of the request, while it is stored.',
        type: undefined,
        additionalProperties: undefined,
        $ref: '#/components/schemas/WebhookEvent',
      },
    },
  },
  DeliveryAttempt: {
    schema: attemptSchema,
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
