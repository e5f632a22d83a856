import * as v from 'valibot';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { EVENT_ID_FORM } from './event-id.ts';
import type { EventMessage } from './event-message.ts';
import { EVENT_NAMES } from './event-names.ts';
import { EVENT_OBJECTS } from './event-objects.ts';

/** Whether objects and arrays are nested more than `most` levels deep, with the value itself as level 1. */
function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(inner, most - 1));
}

/** Maximum bytes of a message, in UTF-8: an event and its payload fit an item of 400 KB. */
export const MAX_MESSAGE_BYTES = 350_000;

/** Maximum nesting of an event's object, with the object itself as level 1. */
export const MAX_DEPTH = 32;

/** A UTC timestamp with seconds, and up to nine digits of a fraction. */
const UTC_MOMENT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const ORGANIZATION_ID = /^[A-Za-z0-9_-]{1,64}$/;

const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);

const message = v.object({
  orgId: v.pipe(v.string(), v.regex(ORGANIZATION_ID, 'must be the id of an organization')),
  id: v.pipe(v.string(), v.regex(EVENT_ID_FORM, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -')),
  event: v.picklist(EVENT_NAMES, `must be one of ${EVENT_NAMES.join(', ')}`),
  created: v.pipe(
    v.string(),
    v.check(
      (value) => UTC_MOMENT.test(value) && readDay(value.slice(0, 10)) !== undefined,
      'must be a UTC timestamp such as 2026-10-07T17:00:00.000Z',
    ),
  ),
  object: plainObject,
  livemode: v.boolean(),
});

export type ReadEventMessage =
  | { readonly ok: true; readonly message: EventMessage }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a message of the intake queue. Unknown fields of its object are kept; other unknown fields are removed. A reason
 * names the path of the first fault, and never contains the value.
 */
export function readEventMessage(text: string): ReadEventMessage {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_MESSAGE_BYTES) return rejected(`${bytes} bytes: at most ${MAX_MESSAGE_BYTES} are accepted`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!parsed.success) return rejected('not JSON');
  const read = v.safeParse(message, parsed.output, { abortEarly: true });
  if (!read.success) return rejected(faultOf(read.issues));
  const { event, object } = read.output;
  if (isDeeperThan(object, MAX_DEPTH)) return rejected(`object: nested more than ${MAX_DEPTH} deep`);
  const fit = v.safeParse(EVENT_OBJECTS[event], object, { abortEarly: true });
  if (!fit.success) return rejected(faultOf(fit.issues, 'object.'));
  return { ok: true, message: read.output };
}

const rejected = (reason: string): ReadEventMessage => ({ ok: false, reason });

/** The path and the expectation of the first issue. Valibot's texts are not used: they contain the customer's value. */
function faultOf([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]], prefix = ''): string {
  const path = `${prefix}${v.getDotPath(issue) ?? ''}`.replace(/\.$/, '') || 'message';
  if (issue.input === undefined && issue.type !== 'check') return `${path}: missing`;
  const ownMessage = issue.message.startsWith('must ') ? issue.message : undefined;
  return `${path}: ${ownMessage ?? `must be ${issue.expected ?? 'otherwise'}`}`;
}
