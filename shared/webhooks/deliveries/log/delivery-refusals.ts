import type { Refusal } from '../../../platform/http/refusal.ts';

/** Said of another organization's, another mode's, another webhook's and no delivery alike. */
export const DELIVERY_NOT_FOUND: Refusal = {
  kind: 'not-found',
  message: 'This webhook has no delivery with this id. Deliveries are kept 30 days.',
};

export const WEBHOOK_DISABLED: Refusal = {
  kind: 'conflict',
  message:
    'The webhook is disabled, so nothing is sent to it. Enable it by PUT /v1/webhooks/{id} with "enabled": true, then try again.',
};

export const PAYLOAD_GONE: Refusal = {
  kind: 'conflict',
  message: 'The payload of this delivery is no longer kept, so it cannot be sent again.',
};

export const DELIVERIES_STOPPED: Refusal = {
  kind: 'conflict',
  message:
    'The operator has stopped the deliveries of this organization. They are kept, and are sent when the operator starts them again.',
};

export const TOO_MANY_REQUESTS: Refusal = {
  kind: 'rate-limited',
  message:
    'The limit of webhook requests a minute is used up, for this organization or for this receiving host. Wait for the seconds in Retry-After, then try again.',
};

/** The slowest bucket, of test events, gets 50 tokens back in 5 seconds. */
export const TOO_MANY_REQUESTS_HEADERS = { 'Retry-After': '5' } as const;

export const ALL_IN_FLIGHT: Refusal = {
  kind: 'rate-limited',
  message:
    'All 100 deliveries that an organization may have in flight are under way. Wait for the seconds in Retry-After, then try again.',
};
