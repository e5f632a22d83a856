import { expect, it } from 'vitest';
import * as REJECTIONS from '../../../../../shared/webhooks/deliveries/listing/delivery-rejections.ts';

it('rejections of calls about deliveries have a kind and a message that says what to do', () => {
  expect({ ...REJECTIONS }).toEqual({
    DELIVERY_NOT_FOUND: {
      kind: 'not-found',
      message: 'This webhook has no delivery with this id. Deliveries are kept 30 days.',
    },
    WEBHOOK_DISABLED: {
      kind: 'conflict',
      message:
        'The webhook is disabled, so nothing is sent to it. Enable it with PUT /v1/webhooks/{id} and "enabled": true, then try again.',
    },
    PAYLOAD_GONE: {
      kind: 'conflict',
      message: 'The payload of this delivery is no longer kept, so it cannot be sent again.',
    },
    DELIVERIES_STOPPED: {
      kind: 'conflict',
      message:
        'The operator has stopped the deliveries of this organization. They are kept, and are sent when the operator starts them again.',
    },
    TOO_MANY_REQUESTS: {
      kind: 'rate-limited',
      retryAfter: 5,
      message:
        'The limit of webhook requests per minute is exceeded for this organization or receiving host. Wait for the seconds in Retry-After, then try again.',
    },
    ALL_IN_FLIGHT: {
      kind: 'rate-limited',
      retryAfter: 5,
      message:
        'The organization has reached its limit of 100 concurrent deliveries. Wait for the seconds in Retry-After, then try again.',
    },
  });
});
