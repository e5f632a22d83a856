import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuoteId } from '../../../../shared/quotes/record/quote-id.ts';
import { EVENT_NAMES, type EventName } from '../../../../shared/webhooks/events/event-names.ts';
import { readEventMessage } from '../../../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';
import { writeEventMessage } from '../../../../shared/webhooks/events/write-event-message.ts';
import { publishedSchemas } from './schemas.ts';

const AT = new Date('2026-10-07T17:00:00.000Z');
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
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    true,
    '',
    'a',
    ' ',
    [],
    {},
    [1],
    0,
    -1,
    1.5,
    91,
    -181,
    1e9,
    1e21,
  ),
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

  it.each([
    ['quote-object', 'quote.created'],
    ['rfp-object', 'rfp.updated'],
  ] as const)('name every field of %s with a description, and require each', (name, event) => {
    const object = schema(name).schema as { properties: Record<string, Json>; required: string[] };
    const fields = Object.keys(messageOf(event).object);

    expect(Object.keys(object.properties).sort()).toEqual(fields.sort());
    expect([...object.required].sort()).toEqual(fields.sort());
    for (const field of Object.values(object.properties))
      expect(field.description).toEqual(expect.any(String));
  });

  it.each(EVENT_NAMES.filter((name) => name.startsWith('rfp.')))(
    'accept %s of this service and of other products',
    (event) => {
      expect(schema('rfp-object')(messageOf(event).object)).toBe(true);
      const foreign = { rfpNumber: 'RFP-1', status: 'open', lanes: 'many', customer: { name: 'Acme' } };
      expect(schema(event)(foreign)).toBe(true);
      expect(readEventMessage(JSON.stringify({ ...messageOf(event), object: foreign })).ok).toBe(true);
    },
  );
});

describe('a sample event', () => {
  it('is never live, has a unique id, and contains a valid quote', () => {
    const [first, second] = [sampleEvent('quote.created', AT), sampleEvent('quote.created', AT)];

    expect(first.livemode).toBe(false);
    expect(first.id).not.toBe(second.id);
    expect(first.created).toBe('2026-10-07T17:00:00.000Z');
    expect(parseQuoteId(first.object.quoteNumber)).toBeDefined();
    expect(first.object.validUntil).toEqual({
      seconds: Date.parse('2026-10-14T23:59:59Z') / 1000,
      nanoseconds: 0,
    });
  });

  it('has consistent amounts', () => {
    const { baseRate, customerRate, margin, fscAmount, fscRate } = sampleEvent('quote.created', AT)
      .object as Record<string, number>;
    const withMargin = Number(baseRate) * (1 + Number(margin) / 100);

    expect(fscAmount).toBeCloseTo((withMargin * Number(fscRate)) / 100, 2);
    expect(customerRate).toBeCloseTo(withMargin + Number(fscAmount), 2);
  });
});
