import * as v from 'valibot';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import { DELIVERY_SCHEMAS, wholeDeliveryAnswer } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { EVENT_NAMES } from '../../shared/webhooks/events/event-names.ts';
import { RECEIVER_LIMITS, WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'test-webhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  objective: 'availability',
  tag: 'Deliveries',
  summary: 'Send a test event',
  description:
    'Sends a sample event to a webhook at once, with one attempt, and returns the delivery. The webhook may be disabled. A failure of the receiver is a 200 with a failed delivery.',
  body: {
    schema: v.object({ event: v.exactOptional(v.picklist(EVENT_NAMES)) }),
    fields: { event: 'One of the events of the webhook. Default: the first of them.' },
    optional: true,
  },
  response: {
    schema: v.object({ ...wholeDeliveryAnswer.entries, ...ignoredFields }),
    description: 'The delivery with its attempt.',
    fields: { warnings: IGNORED_FIELDS_TEXT },
  },
  errors: [
    { status: 400, when: 'The body or the event is invalid.' },
    WEBHOOK_NOT_FOUND_ERROR,
    { status: 409, when: 'The operator has stopped the deliveries of the organization.' },
    RECEIVER_LIMITS,
  ],
  schemas: DELIVERY_SCHEMAS,
  tables: {
    organizations: ['GetItem'],
    webhooks: ['GetItem'],
    deliveries: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  },
  webhookSecrets: ['Decrypt'],
  webhookReceivers: true,
  webhookRetries: true,
  timeoutSeconds: 15,
  impact: 'Callers cannot send test events; other events are delivered.',
} satisfies Operation;
