import * as v from 'valibot';
import { fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { boundedText } from '../../platform/text/bounded-text.ts';
import { readMoment } from '../../platform/time/moment.ts';
import { DAY_MS } from '../../platform/time/utc-calendar.ts';
import { type ApiKeyChoices, keyNameFault, MAX_KEY_NAME_LENGTH } from '../api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';

const NAME = keyNameFault('') ?? '';
const SCOPES = `must be a list of one or more of ${KEY_SCOPES.join(', ')}, each once`;
const SCOPE = `must be one of ${KEY_SCOPES.join(', ')}`;
const EXPIRES_AT = 'must be a UTC time such as 2027-03-02T10:00:00Z';

export const DEFAULT_OVERLAP_HOURS = 24;
/** A week: long enough for a deployment of every client. */
export const MAX_OVERLAP_HOURS = 168;
const NOT_AN_OBJECT = 'must be a JSON object, or be left out';
const OVERLAP = `must be an integer from 0 to ${MAX_OVERLAP_HOURS}`;

/** An expiry further in the future is most likely an error. */
const MAX_EXPIRY_YEARS = 10;
const MAX_EXPIRY_MS = MAX_EXPIRY_YEARS * 366 * DAY_MS;

const hasScopeCount = (scopes: unknown): boolean =>
  Array.isArray(scopes) && scopes.length >= 1 && scopes.length <= KEY_SCOPES.length;

export const creationFields = v.strictObject(
  {
    name: v.pipe(
      boundedText(2 * MAX_KEY_NAME_LENGTH, NAME, () => NAME),
      v.check((name) => keyNameFault(name) === undefined, NAME),
    ),
    scopes: v.pipe(
      // Counted first, so that a large body does not cause as many errors.
      v.custom<readonly unknown[]>(hasScopeCount, SCOPES),
      // Keywords of the description of the API. The description of a request ends before the next schema.
      v.metadata({
        type: 'array',
        items: { enum: KEY_SCOPES, type: 'string' },
        ...{ minItems: 1, maxItems: KEY_SCOPES.length, uniqueItems: true },
      }),
      v.array(v.picklist(KEY_SCOPES, SCOPE)),
      v.check((scopes) => new Set(scopes).size === scopes.length, SCOPES),
    ),
    expiresAt: v.nullish(v.string(EXPIRES_AT)),
  },
  (issue) => (issue.expected === 'never' ? 'is not a field of this operation' : 'is required'),
);

/**
 * Reads the body of a creation. A rejection names each invalid field.
 * @param callerEndsAt expiry of the calling key, which bounds that of the new key.
 */
export function readKeyCreation(
  body: unknown,
  now: Date,
  callerEndsAt?: string,
): Outcome<Pick<ApiKeyChoices, 'name' | 'scopes' | 'expiresAt'>> {
  const parsed = v.safeParse(creationFields, body);
  if (!parsed.success) return reject(invalidKey(parsed.issues));
  const { name, scopes, expiresAt: text } = parsed.output;
  const choices = { name: name.trim(), scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)) };
  if (text === undefined || text === null) {
    return succeed({ ...choices, ...(callerEndsAt === undefined ? {} : { expiresAt: callerEndsAt }) });
  }
  const expiresAt = text.includes('T') ? readMoment(text, 'start') : undefined;
  if (expiresAt === undefined) return reject(invalidExpiry(EXPIRES_AT));
  const aheadMs = expiresAt.getTime() - now.getTime();
  // Clients with a wrong clock see the time of the service.
  if (aheadMs <= 0) return reject(invalidExpiry(`must be in the future; it is ${now.toISOString()}`));
  if (aheadMs > MAX_EXPIRY_MS)
    return reject(invalidExpiry(`must be at most ${MAX_EXPIRY_YEARS} years ahead`));
  if (callerEndsAt !== undefined && expiresAt.getTime() > Date.parse(callerEndsAt)) {
    return reject(invalidExpiry(`must be at most ${callerEndsAt}, when the calling API key expires`));
  }
  return succeed({ ...choices, expiresAt: expiresAt.toISOString() });
}

export const rotationFields = v.strictObject(
  {
    overlapHours: v.nullish(
      v.pipe(
        v.number(OVERLAP),
        v.integer(OVERLAP),
        v.minValue(0, OVERLAP),
        v.maxValue(MAX_OVERLAP_HOURS, OVERLAP),
      ),
    ),
  },
  (issue) => (issue.expected === 'never' ? 'is not a field of this operation' : NOT_AN_OBJECT),
);

/** Reads the body of a rotation, which may be absent. @returns the overlap in hours. */
export function readOverlapHours(body: unknown): Outcome<number> {
  // An empty list is also a strict object without fields.
  if (Array.isArray(body)) return reject({ kind: 'invalid', message: `body ${NOT_AN_OBJECT}` });
  const parsed = v.safeParse(rotationFields, body ?? {});
  if (!parsed.success) return reject(invalidKey(parsed.issues));
  return succeed(parsed.output.overlapHours ?? DEFAULT_OVERLAP_HOURS);
}

const invalidKey = (issues: readonly v.BaseIssue<unknown>[]): Rejection => ({
  kind: 'invalid',
  message: fieldErrors(issues)
    .map(({ field, message }) => `${field} ${message}`)
    .join('; '),
});

const invalidExpiry = (message: string): Rejection => ({ kind: 'invalid', message: `expiresAt ${message}` });
