import type { Rejection } from '../../platform/http/rejection.ts';

const unauthorized = (message: string): Rejection => ({ kind: 'unauthorized', message });
const forbidden = (message: string): Rejection => ({ kind: 'forbidden', message });

/** Errors for calls that are rejected before they reach their operation. */
export const ACCESS_REJECTIONS = {
  keyMissing: unauthorized(
    'Missing API key. Send it in the header x-api-key, or as Authorization: Bearer KEY.',
  ),
  keysDiffer: unauthorized('Two different API keys were sent in one header. Send one.'),
  keyMalformed: unauthorized('Invalid API key: it is mistyped or cut short. Copy it whole.'),
  // Both have the same message, so that a response does not reveal whether a key exists.
  keyUnknown: unauthorized('Invalid API key.'),
  keyExpired: unauthorized('Invalid API key.'),
  organizationMissing: { ...unauthorized('Missing organization context'), type: 'missing_organization' },
  organizationSuspended: forbidden('The organization is suspended. Contact support.'),
  readScopeMissing: forbidden('This API key lacks the scope read, which this operation needs.'),
  writeScopeMissing: forbidden('This API key lacks the scope write, which this operation needs.'),
  adminScopeMissing: forbidden('This API key lacks the scope admin, which this operation needs.'),
} as const satisfies Record<string, Rejection>;

/** Name of the error in logs. */
export type AccessRejection = keyof typeof ACCESS_REJECTIONS;
