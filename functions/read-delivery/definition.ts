import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import {
  DELIVERY_NOT_FOUND,
  DELIVERY_SCHEMAS,
} from '../../shared/webhooks/deliveries/listing/delivery-description.ts';
import { wholeDeliveryAnswer } from '../../shared/webhooks/deliveries/listing/delivery-document.ts';

export const description: OperationDescription = {
  tag: 'Deliveries',
  summary: 'Read a delivery',
  description: 'Returns one delivery with its attempts and its payload.',
  response: {
    schema: wholeDeliveryAnswer,
    description: 'The delivery.',
    fields: { status: 'Always success.', data: 'The delivery.' },
  },
  errors: [DELIVERY_NOT_FOUND],
  schemas: DELIVERY_SCHEMAS,
};
