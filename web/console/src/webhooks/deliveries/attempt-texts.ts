import type { Delivery, DeliveryAttempt } from '../../api/client.ts';

const ERRORS: Readonly<Record<NonNullable<DeliveryAttempt['error']>, string>> = {
  status: 'Answer is not 2xx',
  redirect: 'Redirect',
  timeout: 'No answer within 5 seconds',
  dns: 'Name not found',
  connect: 'No connection',
  tls: 'TLS error',
  reset: 'Connection broken',
  protocol: 'Answer is not HTTP',
  'rejected-address': 'Address not permitted',
  interrupted: 'Result unknown',
};

/** What an attempt led to, in a few words. */
export function attemptResult({ error, responseStatus }: DeliveryAttempt): string {
  const status = responseStatus === undefined ? undefined : `HTTP ${responseStatus}`;
  if (error === undefined || error === 'status') return status ?? 'Delivered';
  const text = ERRORS[error] ?? 'Failed';
  return status === undefined ? text : `${status}: ${text}`;
}

/** Headers of an attempt whose values are known. Signature and timestamp are new for each attempt and are not kept. */
export const requestHeaders = (
  { id, eventId }: Pick<Delivery, 'id' | 'eventId'>,
  { number }: Pick<DeliveryAttempt, 'number'>,
): readonly (readonly [name: string, value: string])[] => [
  ['Content-Type', 'application/json'],
  ['webhook-id', eventId],
  ['X-Event-Id', eventId],
  ['X-Delivery-Id', id],
  ['X-Delivery-Attempt', String(number)],
];

const MIN_WAIT_MS = 1_500;
const MAX_WAIT_MS = 60_000;

/** Milliseconds until a pending delivery can have another state; false if all have ended. */
export function nextLook(
  deliveries: readonly Pick<Delivery, 'status' | 'nextAttemptAt'>[],
  now: number,
): number | false {
  const waits = deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ nextAttemptAt }) => (nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - now));
  if (waits.length === 0) return false;
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, Math.min(...waits)));
}
