import { EVENT_NAMES, type EventName } from '../events/event-names.ts';

export type EventNamesReading =
  | { readonly ok: true; readonly events: readonly EventName[] }
  /** What is wrong, without the field's name: "must have at least one name". */
  | { readonly ok: false; readonly fault: string };

/** Maximum length of a caller's text in a message. */
const SHOWN = 40;
const ALLOWED = `the event names are ${EVENT_NAMES.join(', ')}`;
const KNOWN = new Set<unknown>(EVENT_NAMES);

const isEventName = (name: unknown): name is EventName => KNOWN.has(name);
const isText = (name: unknown): name is string => typeof name === 'string';
const shown = (name: string) => JSON.stringify(name.slice(0, SHOWN).toWellFormed());

/** Reads the events of a webhook: 1 to 7 different known names, in the given order. */
export function readEventNames(given: unknown): EventNamesReading {
  if (given === undefined) return rejected(`is required; ${ALLOWED}`);
  if (!Array.isArray(given) || !given.every(isText)) {
    return rejected(`must be an array of event names; ${ALLOWED}`);
  }
  if (given.length === 0) return rejected(`must have at least one name; ${ALLOWED}`);
  const unknown = [...new Set(given.filter((name) => !isEventName(name)))];
  if (unknown.length > 0) {
    const more = unknown.length > EVENT_NAMES.length ? ', ...' : '';
    return rejected(
      `must not have ${unknown.slice(0, EVENT_NAMES.length).map(shown).join(', ')}${more}; ${ALLOWED}`,
    );
  }
  const twice = given.find((name, position) => given.indexOf(name) !== position);
  if (twice !== undefined) return rejected(`must not have ${twice} twice`);
  return { ok: true, events: given.filter(isEventName) };
}

const rejected = (fault: string): EventNamesReading => ({ ok: false, fault });
