import {
  DELIVERY_NOT_FOUND_ERROR,
  DELIVERY_SCHEMAS,
  wholeDeliveryAnswer,
} from '../../shared/webhooks/deliveries/delivery-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-delivery',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  tag: 'Deliveries',
  summary: 'Read a delivery',
  description: 'Returns one delivery with its attempts and its payload.',
  response: {
    schema: wholeDeliveryAnswer,
    description: 'The delivery.',
    fields: {},
  },
  errors: [DELIVERY_NOT_FOUND_ERROR],
  schemas: DELIVERY_SCHEMAS,
  tables: { webhooks: ['GetItem'], deliveries: ['GetItem', 'BatchGetItem'] },
  impact: 'Callers cannot read a delivery and its attempts; deliveries continue.',
} satisfies Operation;
