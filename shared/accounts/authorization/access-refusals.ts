import type { Refusal } from '../../platform/http/refusal.ts';

const unauthorized = (message: string): Refusal => ({ kind: 'unauthorized', message });
const forbidden = (message: string): Refusal => ({ kind: 'forbidden', message });

/** Every way in which a call is turned away before its operation sees it. */
export const ACCESS_REFUSALS = {
  keyMissing: unauthorized(
    'Missing API key. Send it in the header x-api-key, or as Authorization: Bearer KEY.',
  ),
  keysDiffer: unauthorized('Two different API keys were sent in one header. Send one.'),
  keyMalformed: unauthorized('Invalid API key: it is mistyped or cut short. Copy it whole.'),
  // One message for both: who holds a revoked key learns no more than who guesses.
  keyUnknown: unauthorized('Invalid API key.'),
  keyRevoked: unauthorized('Invalid API key.'),
  organizationMissing: unauthorized('Missing organization context'),
  organizationSuspended: forbidden('The organization is suspended. Contact support.'),
  readScopeMissing: forbidden('This API key lacks the scope read, which this operation needs.'),
  writeScopeMissing: forbidden('This API key lacks the scope write, which this operation needs.'),
} as const satisfies Record<string, Refusal>;

/** Names a refusal in logs. */
export type AccessRefusal = keyof typeof ACCESS_REFUSALS;
