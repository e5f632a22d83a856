import {
  DELIVERY_NOT_FOUND_ERROR,
  DELIVERY_SCHEMAS,
  deliveryFields,
} from '../../shared/webhooks/deliveries/delivery-document.ts';
import { successOf } from '../../shared/webhooks/store/webhook-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'redeliver',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  tag: 'Deliveries',
  summary: 'Redeliver an event',
  description:
    'Sends the event of a delivery in any status again: a new delivery with the same event and payload, and its own attempts.',
  response: {
    schema: successOf(deliveryFields),
    description: 'The new delivery.',
    fields: {},
  },
  errors: [
    DELIVERY_NOT_FOUND_ERROR,
    { status: 409, when: 'The webhook is disabled, or the payload is no longer stored.' },
  ],
  schemas: DELIVERY_SCHEMAS,
  tables: { webhooks: ['GetItem'], deliveries: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  queues: ['deliveries'],
  impact: 'Callers cannot redeliver a delivery.',
} satisfies Operation;
