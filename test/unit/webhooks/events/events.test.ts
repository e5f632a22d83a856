import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { quoteEventsOf } from '../../../../functions/publish-quote-events/quote-events.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/stored-quote.ts';
import { EVENT_ID_FORM, eventIdFor, newEventId } from '../../../../shared/webhooks/events/event-id.ts';
import { writeEventMessage } from '../../../../shared/webhooks/events/event-message.ts';
import { EVENT_NAMES, type EventName } from '../../../../shared/webhooks/events/event-names.ts';
import { readEventMessage } from '../../../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';

const AT = new Date('2026-10-07T17:00:00.000Z');

describe('the id of an event', () => {
  it('is unique, or deterministic for the same facts', () => {
    const ids = new Set(Array.from({ length: 100 }, newEventId));

    expect(ids.size).toBe(100);
    for (const id of ids) expect(id).toMatch(EVENT_ID_FORM);
    expect(eventIdFor(['org_1', 'test', 'Q-1', 'created'])).toBe('evt_8d5g0f4bvev1bz8c7qkc11p6pd');
  });

  it('differs if one fact differs, for any division of the texts', () => {
    const facts = fc.array(fc.string(), { maxLength: 4 });
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        expect(eventIdFor(a) === eventIdFor(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
});

const FOLDER = new URL('../../../../docs/schemas/', import.meta.url);

/** The committed schemas, by file name without extension. */
function publishedSchemas(): (name: string) => ValidateFunction {
  // Formats are documentation: each field also has a pattern.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
  });
  for (const file of readdirSync(FOLDER))
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
  return (name) => {
    const validate = ajv.getSchema(`${name}.json`);
    if (validate === undefined) throw new Error(`There is no schema ${name}.`);
    return validate;
  };
}

const schema = publishedSchemas();

const messageOf = (event: EventName) => ({ orgId: 'org_1', ...sampleEvent(event, AT) });
type Json = { [key: string]: unknown };

/** Every path in a value. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, field]) => placesIn(field, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy with another value at one path; undefined removes the field. */
function changed(value: unknown, [name = '', ...rest]: readonly string[], to: unknown): unknown {
  const copy: Json = Array.isArray(value) ? ([...value] as unknown as Json) : { ...(value as Json) };
  if (rest.length > 0) copy[name] = changed(copy[name], rest, to);
  else if (to !== undefined) copy[name] = to;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy;
}

const replacement = fc.oneof(
  fc.constantFrom<unknown[]>(undefined, null, true, '', 'a', ' ', [], {}, [1]),
  fc.constantFrom(0, -1, 1.5, 91, -181, 1e9, 1e21),
  fc.constantFrom(
    'pending',
    'converted',
    'expired',
    'deleted',
    'default',
    'custom',
    'marine',
    'city',
    'port',
  ),
  fc.constantFrom(
    'quote.created',
    'rfp.deleted',
    'quote',
    '2026-10-07T17:00:00Z',
    '2026-10-07',
    'org#1',
    '.',
  ),
  fc.constantFrom('a'.repeat(64), 'a'.repeat(65), '2026-10-07T24:00:00Z', '2026-10-07T17:00:00+02:00'),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('the published schemas', () => {
  it.each(EVENT_NAMES)('accept the sample of %s, as the reader does', (event) => {
    const message = messageOf(event);
    const { orgId: _orgId, ...envelope } = message;

    expect(schema('event-envelope')(envelope)).toBe(true);
    expect(schema('intake-message')(message)).toBe(true);
    expect(schema(event)(message.object)).toBe(true);
    expect(readEventMessage(writeEventMessage(message))).toEqual({ ok: true, message });
  });

  it('agree with the reader on messages with changed fields', () => {
    const validate = schema('intake-message');
    let [accepted, rejected] = [0, 0];
    const cases = fc.constantFrom(...EVENT_NAMES).chain((event) => {
      const message = messageOf(event);
      const change = fc.tuple(fc.constantFrom(...placesIn(message)), replacement);
      return fc.tuple(fc.constant(message as unknown), fc.array(change, { minLength: 1, maxLength: 2 }));
    });
    fc.assert(
      fc.property(cases, ([message, changes]) => {
        const [first, second] = changes;
        let other = message;
        if (first !== undefined) other = changed(other, ...first);
        if (second !== undefined && second[0][0] !== first?.[0][0]) other = changed(other, ...second);
        const text = JSON.stringify(other);
        const valid = validate(JSON.parse(text));
        expect([text, readEventMessage(text).ok]).toEqual([text, valid]);
        if (valid) accepted += 1;
        else rejected += 1;
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(accepted, rejected)).toBeGreaterThan(300);
  });

  it('accept RFPs of this service and of other products', () => {
    expect(schema('rfp-object')(messageOf('rfp.updated').object)).toBe(true);
    const foreign = { rfpNumber: 'RFP-1', status: 'open', lanes: 'many', customer: { name: 'Acme' } };
    expect(schema('rfp.updated')(foreign)).toBe(true);
    expect(readEventMessage(JSON.stringify({ ...messageOf('rfp.updated'), object: foreign })).ok).toBe(true);
  });
});

const GOOD = { orgId: 'org_1', ...sampleEvent('chat.created', AT) };

const read = (changes: object) => readEventMessage(JSON.stringify({ ...GOOD, ...changes }));
const nested = (depth: number): unknown =>
  depth === 0 ? 'end' : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };
/** A message with a given number of bytes. */
const ofBytes = (bytes: number) => {
  const text = (filling: string) => JSON.stringify({ ...GOOD, object: { chatId: 's', filling } });
  return text('x'.repeat(bytes - text('').length));
};

describe('a message of the intake queue', () => {
  it('is read unchanged, with unknown fields of its object', () => {
    const object = { chatId: 's', more: [1, { constructor: 'kept', prototype: null }], '': 0.1 };

    expect(read({ object, unknown: 'left out' })).toEqual({ ok: true, message: { ...GOOD, object } });
  });

  it('has at most 350,000 bytes', () => {
    expect(readEventMessage(ofBytes(350_000)).ok).toBe(true);
    expect(readEventMessage(ofBytes(350_001))).toEqual({
      ok: false,
      reason: '350001 bytes: at most 350000 are accepted',
    });
  });

  it('is nested at most 32 levels deep', () => {
    expect(read({ object: { chatId: 's', deep: nested(31) } }).ok).toBe(true);
    expect(read({ object: { chatId: 's', deep: nested(32) } })).toEqual({
      ok: false,
      reason: 'object: nested more than 32 deep',
    });
    const abyss = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify(GOOD).replace('"object":{', `"object":{"deep":${abyss},`);
    expect(readEventMessage(text).ok).toBe(false);
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'orgId: missing'],
    ['null', 'message: must be Object'],
  ])('is rejected if it is %j', (text, reason) => {
    expect(readEventMessage(text)).toEqual({ ok: false, reason });
  });

  it.each<[object, string]>([
    [{ orgId: 'org#1' }, 'orgId: must be the id of an organization'],
    [{ id: 'evt.1' }, 'id: must be 1 to 64 of A-Z, a-z, 0-9, _ and -'],
    [
      { created: '2026-02-30T00:00:00Z' },
      'created: must be a UTC timestamp such as 2026-10-07T17:00:00.000Z',
    ],
    [{ object: null }, 'object: must be an object'],
    [{ object: { chatId: 5 } }, 'object.chatId: must be string'],
    [{ event: 'rfp.created', object: { rfpNumber: '1' } }, 'object.status: missing'],
  ])('is rejected with %j, with the path of the fault', (changes, reason) => {
    expect(read(changes)).toEqual({ ok: false, reason });
  });
});

describe('writing an event message', () => {
  it('uses only characters that a queue accepts, and reads back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const message = { ...GOOD, object: { chatId: 's', title: `${title}\uFFFE\uFFFF🚚` } };
        const text = writeEventMessage(message);

        expect(text).toMatch(/^[\x20-\uD7FF\uE000-\uFFFD]*$/);
        expect(readEventMessage(text)).toEqual({ ok: true, message });
      }),
    );
  });
});

const MADE_AT = new Date('2026-10-07T17:00:00.123Z');
const quoteId = createQuoteIds()(MADE_AT);
const S = (text: string) => ({ S: text });

const HEAD = {
  pk: S(`org_1#live#${quoteId}`),
  sk: S('quote'),
  orgId: S('org_1'),
  mode: S('live'),
  quoteId: S(quoteId),
  expiryDay: S('2026-10-14'),
  validityDays: { N: '7' },
  strategyVersion: { N: '1' },
  totalCents: { N: '123456' },
  currency: S('USD'),
  origin: S('Long Beach, CA'),
  destination: S('Phoenix, AZ'),
  equipment: S('container_40hc'),
  laneArea: S('port:USLGB>850'),
  customerReference: S(''),
  customer: S(''),
  event: S(JSON.stringify({ quoteNumber: quoteId, status: 'pending', more: [1] })),
  writtenBy: S('w1'),
  expiry: S('expires#2026-10-14#01'),
};

const CONVERTED = { convertedAt: S('2026-10-08T09:30:00.456Z') };
const ANNOUNCED = { announcedAt: S('2026-10-15T00:05:00.789Z') };

const record = (
  eventName: DynamoDBRecord['eventName'],
  dynamodb: Omit<NonNullable<DynamoDBRecord['dynamodb']>, 'Keys'>,
  keys = { pk: HEAD.pk, sk: HEAD.sk },
) => ({ eventName, dynamodb: { Keys: keys, SequenceNumber: '1', ...dynamodb } }) as DynamoDBRecord;

const modified = (before: object, after: object) =>
  quoteEventsOf(record('MODIFY', { OldImage: { ...HEAD, ...before }, NewImage: { ...HEAD, ...after } }));

describe('the events of a change of the quotes table', () => {
  it('are none for an imported quote, whose later changes are events', () => {
    const imported = { imported: { BOOL: true } };
    expect(quoteEventsOf(record('INSERT', { NewImage: { ...HEAD, ...imported } }))).toEqual([]);
    expect(modified(imported, { ...imported, ...CONVERTED })).toMatchObject([{ event: 'quote.updated' }]);
  });

  it('have ids of their own after the quote was restored from a backup', () => {
    const restored = { restoredAt: S('2026-10-08T10:00:00.000Z') };
    const again = { restoredAt: S('2026-10-09T10:00:00.000Z') };
    const deleted = (more: object) =>
      quoteEventsOf(
        record('REMOVE', { OldImage: { ...HEAD, ...more }, ApproximateCreationDateTime: 1_791_500_000 }),
      );
    const ids = [{}, restored, again].map((more) => deleted(more)[0]?.id);

    expect(new Set(ids).size).toBe(3);
    expect(deleted(restored)[0]?.id).toBe(ids[1]);
  });

  it('is the same for a record that the AWS CLI read', () => {
    const printed: object = { OldImage: HEAD, ApproximateCreationDateTime: '2026-10-08T09:00:00+00:00' };
    const handed = { OldImage: HEAD, ApproximateCreationDateTime: 1_791_450_000 };
    const events = quoteEventsOf(record('REMOVE', handed));
    expect(events).toMatchObject([
      { event: 'quote.deleted', created: '2026-10-08T09:00:00.000Z', object: { status: 'deleted' } },
    ]);
    expect(quoteEventsOf(record('REMOVE', printed))).toEqual(events);
  });

  it('is not sent for any other change', () => {
    expect(modified({}, { writtenBy: S('w2') })).toEqual([]);
    expect(modified(CONVERTED, { ...CONVERTED, writtenBy: S('w2') })).toEqual([]);
    expect(modified(ANNOUNCED, ANNOUNCED)).toEqual([]);
    for (const sk of ['detail', 'cursor', quoteId]) {
      expect(quoteEventsOf(record('INSERT', { NewImage: {} }, { pk: S('x'), sk: S(sk) }))).toEqual([]);
    }
  });

  it.each([
    ['no image', undefined],
    ['no organization', { ...HEAD, orgId: S('') }],
    ['another mode', { ...HEAD, mode: S('demo') }],
    ['an id that is none', { ...HEAD, quoteId: S('Q-1') }],
    ['an event that is not JSON', { ...HEAD, event: S('{') }],
    ['an event that is not an object', { ...HEAD, event: S('[]') }],
  ])('throws for a quote with %s', (_case, image) => {
    expect(() => quoteEventsOf(record('INSERT', image === undefined ? {} : { NewImage: image }))).toThrow();
  });
});
