import type { KeyMode } from '../../platform/account/account.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { MAX_WEBHOOKS } from './webhook.ts';

/**
 * The general error format has no details: the message names every invalid field.
 * @param faults each beginning with its field: "orgId is required".
 */
export const invalidWebhook = (faults: readonly string[]): Rejection => ({
  kind: 'invalid',
  message: `Invalid request: ${faults.map((fault) => fault.replace(/\.$/, '')).join('; ')}.`,
});

export const BODY_NOT_AN_OBJECT: Rejection = {
  kind: 'invalid',
  message: 'The request body must be a JSON object with the fields of a webhook.',
};

export const FOREIGN_ORGANIZATION: Rejection = {
  kind: 'forbidden',
  message: 'orgId is not the organization of the API key.',
};

export const tooManyWebhooks = (mode: KeyMode): Rejection => ({
  kind: 'invalid',
  message: `An organization can have at most ${MAX_WEBHOOKS[mode]} webhooks in ${mode} mode. Delete one that is not needed, or let one webhook receive more events.`,
});

/** Also for webhooks of another organization or mode: callers cannot detect that these exist. */
export const WEBHOOK_NOT_FOUND: Rejection = {
  kind: 'not-found',
  message: 'There is no webhook with this id. GET /v1/webhooks lists your webhooks.',
};

export const FOREIGN_ORGANIZATION_ERROR = {
  status: 403,
  when: '`orgId` is not the organization of the API key.',
} as const;

export const WEBHOOK_NOT_FOUND_ERROR = {
  status: 404,
  when: 'The webhook does not exist, or belongs to another organization or mode.',
} as const;

/** Errors of operations that send a request to a receiver. */
export const RECEIVER_LIMITS = {
  status: 429,
  when: 'A limit of webhook requests is reached: of the organization, in a minute or at the same time, or to the receiving address.',
} as const;

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
