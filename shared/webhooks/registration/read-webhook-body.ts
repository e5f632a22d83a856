import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { optionalField } from '../../platform/http/body-fields.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { EventName } from '../events/event-names.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import type { ReceiverCheck } from '../receiver-guard/receiver-check.ts';
import { BODY_NOT_AN_OBJECT, FOREIGN_ORGANIZATION, invalidWebhook } from '../store/webhook-rejections.ts';

type EventNamesReading =
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
function readEventNames(given: unknown): EventNamesReading {
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

/** The fields of a request body; an update may omit the URL. */
export interface WebhookRequest<Url extends string | undefined> {
  readonly events: readonly EventName[];
  /** Checked without a look-up: the look-up follows all other checks. */
  readonly url: Url;
  /** Undefined if the body omits it. */
  readonly enabled: boolean | undefined;
}

const text = v.string(({ input }) => (input === undefined ? 'is required' : 'must be a string'));
const common = {
  orgId: v.pipe(text, v.nonEmpty('must not be empty')),
  enabled: optionalField(v.boolean('must be true or false')),
};

/** Fields of the bodies of a creation and of an update, except `events`. */
export const creationFields = v.object({ url: text, ...common });
export const updateFields = v.object({ url: optionalField(text), ...common });

/** Reads the body of an update (interface specification, 4.7). A rejection names every fault. */
export const readWebhookUpdate = (
  body: unknown,
  caller: Pick<Account, 'orgId'>,
  receivers: Pick<ReceiverCheck, 'read'>,
): Outcome<WebhookRequest<string | undefined>> =>
  readFields(body, caller, receivers, updateFields.entries.url);

/** Reads the body of a creation (interface specification, 4.6). A rejection names every fault. */
export const readWebhookCreation = (
  body: unknown,
  caller: Pick<Account, 'orgId'>,
  receivers: Pick<ReceiverCheck, 'read'>,
): Outcome<WebhookRequest<string>> => readFields(body, caller, receivers, creationFields.entries.url);

function readFields<Url extends string | undefined>(
  body: unknown,
  { orgId }: Pick<Account, 'orgId'>,
  receivers: Pick<ReceiverCheck, 'read'>,
  urlField: v.GenericSchema<unknown, Url>,
): Outcome<WebhookRequest<Url>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return reject(BODY_NOT_AN_OBJECT);
  const given: Readonly<Record<string, unknown>> = { ...body };
  // Checked before all other fields: a key of another organization gets no further information.
  if (typeof given.orgId === 'string' && given.orgId !== '' && given.orgId !== orgId) {
    return reject(FOREIGN_ORGANIZATION);
  }

  const faults: string[] = [];
  const read = <Output>(field: string, schema: v.GenericSchema<unknown, Output>): Output | undefined => {
    const parsed = v.safeParse(schema, given[field], { abortEarly: true });
    if (parsed.success) return parsed.output;
    faults.push(`${field} ${parsed.issues[0].message}`);
    return undefined;
  };
  const url = read('url', urlField);
  const receiver = url === undefined ? undefined : receivers.read(url);
  if (receiver?.ok === false) faults.push(receiver.message);
  const names = readEventNames(given.events);
  if (!names.ok) faults.push(`events ${names.fault}`);
  read('orgId', common.orgId);
  const enabled = read('enabled', common.enabled);

  if (faults.length > 0 || !names.ok) return reject(invalidWebhook(faults));
  return succeed({
    events: names.events,
    // Without faults, the URL is present if the schema requires it.
    url: (receiver?.ok ? receiver.url : undefined) as Url,
    enabled,
  });
}
