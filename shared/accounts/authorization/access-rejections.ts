import type { Refusal } from '../../platform/http/rejection.ts';

const unauthorized = (message: string): Refusal => ({ kind: 'unauthorized', message });
const forbidden = (message: string): Refusal => ({ kind: 'forbidden', message });

/** Errors for calls that are rejected before they reach their operation. */
export const ACCESS_REFUSALS = {
  keyMissing: unauthorized(
    'Missing API key. Send it in the header x-api-key, or as Authorization: Bearer KEY.',
  ),
  keysDiffer: unauthorized('Two different API keys were sent in one header. Send one.'),
  keyMalformed: unauthorized('Invalid API key: it is mistyped or cut short. Copy it whole.'),
  // Both have the same message, so that a response does not reveal whether a key exists.
  keyUnknown: unauthorized('Invalid API key.'),
  keyRevoked: unauthorized('Invalid API key.'),
  organizationMissing: unauthorized('Missing organization context'),
  organizationSuspended: forbidden('The organization is suspended. Contact support.'),
  readScopeMissing: forbidden('This API key lacks the scope read, which this operation needs.'),
  writeScopeMissing: forbidden('This API key lacks the scope write, which this operation needs.'),
} as const satisfies Record<string, Refusal>;

/** Name of the error in logs. */
export type AccessRefusal = keyof typeof ACCESS_REFUSALS;
