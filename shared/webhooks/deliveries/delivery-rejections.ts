import type { Rejection } from '../../platform/http/rejection.ts';

/** Also for deliveries of another organization, mode or webhook: callers cannot detect that these exist. */
export const DELIVERY_NOT_FOUND: Rejection = {
  kind: 'not-found',
  message: 'This webhook has no delivery with this id. Deliveries are kept 30 days.',
};

export const WEBHOOK_DISABLED: Rejection = {
  kind: 'conflict',
  message:
    'The webhook is disabled, so nothing is sent to it. Enable it with PUT /v1/webhooks/{id} and "enabled": true, then try again.',
};

export const PAYLOAD_GONE: Rejection = {
  kind: 'conflict',
  message: 'The payload of this delivery is no longer kept, so it cannot be sent again.',
};

export const DELIVERIES_STOPPED: Rejection = {
  kind: 'conflict',
  message:
    'The operator has stopped the deliveries of this organization. They are kept, and are sent when the operator starts them again.',
};

export const TOO_MANY_REQUESTS: Rejection = {
  kind: 'rate-limited',
  retryAfter: 60,
  message:
    'The organization has made its webhook requests of this minute. Wait for the seconds in Retry-After, then try again.',
};

/** An address that has not acknowledged an event got its requests of the minute, from any organization. */
export const UNPROVEN_RECEIVER: Rejection = {
  kind: 'rate-limited',
  retryAfter: 60,
  message:
    'The address of the receiver has not answered an event with 2xx yet, and has got its requests of this minute. Wait for the seconds in Retry-After, then try again.',
};

export const ALL_IN_FLIGHT: Rejection = {
  kind: 'rate-limited',
  // The longest attempt.
  retryAfter: 5,
  message:
    'The organization has reached its limit of 100 concurrent deliveries. Wait for the seconds in Retry-After, then try again.',
};
