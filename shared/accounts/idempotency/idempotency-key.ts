import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';

const HEADER = 'idempotency-key';

/** Visible ASCII without spaces, so that two joined headers are rejected. */
const KEY = /^[\x21-\x7e]{1,255}$/;

const MUST = 'must be sent once, with 1 to 255 visible ASCII characters, such as a UUID';

export const KEY_MALFORMED: Rejection = {
  kind: 'invalid',
  message: `Idempotency-Key ${MUST}.`,
  details: { errors: [{ field: 'Idempotency-Key', message: MUST }] },
};

/**
 * The Idempotency-Key of a call; undefined if it has none.
 * @param headers by name in lower case.
 */
export function readIdempotencyKey(headers: Readonly<Record<string, string>>): Outcome<string | undefined> {
  const key = headers[HEADER];
  if (key === undefined) return succeed(undefined);
  return KEY.test(key) ? succeed(key) : reject(KEY_MALFORMED);
}
