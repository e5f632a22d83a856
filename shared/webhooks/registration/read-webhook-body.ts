import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { optionalField } from '../../platform/http/optional-field.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { EventName } from '../events/event-names.ts';
import type { ReceiverCheck } from '../receiver-guard/receiver-check.ts';
import { BODY_NOT_AN_OBJECT, FOREIGN_ORGANIZATION, invalidWebhook } from '../store/webhook-rejections.ts';
import { readEventNames } from './read-event-names.ts';

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
