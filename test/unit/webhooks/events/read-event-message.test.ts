import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventMessage } from '../../../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';
import { writeEventMessage } from '../../../../shared/webhooks/events/write-event-message.ts';

const AT = new Date('2026-10-07T17:00:00.000Z');
const GOOD = { orgId: 'org_1', ...sampleEvent('chat.created', AT) };

const read = (changes: object) => readEventMessage(JSON.stringify({ ...GOOD, ...changes }));
const nested = (depth: number): unknown =>
  depth === 0 ? 'end' : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };
/** A message with a given number of bytes. */
const ofBytes = (bytes: number) => {
  const text = (filling: string) => JSON.stringify({ ...GOOD, object: { sessionId: 's', filling } });
  return text('x'.repeat(bytes - text('').length));
};

describe('a message of the intake queue', () => {
  it('is read unchanged, with unknown fields of its object', () => {
    const object = { sessionId: 's', more: [1, { constructor: 'kept', prototype: null }], '': 0.1 };

    expect(read({ object, unknown: 'left out' })).toEqual({ ok: true, message: { ...GOOD, object } });
  });

  it('has at most 1 MiB', () => {
    expect(readEventMessage(ofBytes(1_048_576)).ok).toBe(true);
    expect(readEventMessage(ofBytes(1_048_577))).toEqual({
      ok: false,
      reason: '1048577 bytes: at most 1048576 are accepted',
    });
  });

  it('is nested at most 32 levels deep', () => {
    expect(read({ object: { sessionId: 's', deep: nested(31) } }).ok).toBe(true);
    expect(read({ object: { sessionId: 's', deep: nested(32) } })).toEqual({
      ok: false,
      reason: 'object: nested more than 32 deep',
    });
    const abyss = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify(GOOD).replace('"object":{', `"object":{"deep":${abyss},`);
    expect(readEventMessage(text).ok).toBe(false);
  });

  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['[]', 'orgId: missing'],
    ['null', 'message: must be Object'],
    ['"text"', 'message: must be Object'],
  ])('is rejected if it is %j', (text, reason) => {
    expect(readEventMessage(text)).toEqual({ ok: false, reason });
  });

  it.each<[object, string]>([
    [{ orgId: undefined }, 'orgId: missing'],
    [{ orgId: 'org#1' }, 'orgId: must be the id of an organization'],
    [{ id: 'evt.1' }, 'id: must be 1 to 64 of A-Z, a-z, 0-9, _ and -'],
    [{ id: 'e'.repeat(65) }, 'id: must be 1 to 64 of A-Z, a-z, 0-9, _ and -'],
    [
      { event: 'quote.sold' },
      expect.stringMatching(/^event: must be one of chat\.created, /) as unknown as string,
    ],
    [
      { created: '2026-02-30T00:00:00Z' },
      'created: must be a UTC timestamp such as 2026-10-07T17:00:00.000Z',
    ],
    [
      { created: '2026-10-07T17:00:00+02:00' },
      expect.stringMatching(/^created: must be /) as unknown as string,
    ],
    [{ livemode: 'true' }, 'livemode: must be boolean'],
    [{ object: [] }, 'object: must be an object'],
    [{ object: null }, 'object: must be an object'],
    [{ object: {} }, 'object.sessionId: missing'],
    [{ object: { sessionId: 5 } }, 'object.sessionId: must be string'],
    [{ object: { sessionId: '' } }, 'object.sessionId: must not be empty'],
    [{ event: 'rfp.created', object: { rfpNumber: '1' } }, 'object.status: missing'],
  ])('is rejected with %j, with the path of the fault', (changes, reason) => {
    expect(read(changes)).toEqual({ ok: false, reason });
  });

  it('is rejected for the first missing field of a quote, with its path', () => {
    const { object, ...envelope } = sampleEvent('quote.updated', AT);
    const route = { ...(object.route as object), coordinates: { origin: { lat: 1 } } };
    const text = JSON.stringify({ orgId: 'org_1', ...envelope, object: { ...object, route } });

    expect(readEventMessage(text)).toEqual({
      ok: false,
      reason: 'object.route.coordinates.origin.lng: missing',
    });
  });

  it('is rejected without a value of the message', () => {
    fc.assert(
      fc.property(fc.constantFrom('orgId', 'id', 'event', 'created', 'livemode', 'object'), (field) => {
        const answer = read({ [field]: 'top secret, of a customer' });
        expect(answer.ok ? '' : answer.reason).not.toContain('secret');
      }),
    );
  });
});

describe('writing an event message', () => {
  it('uses only characters that a queue accepts, and reads back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const message = { ...GOOD, object: { sessionId: 's', title: `${title}\uFFFE\uFFFF🚚` } };
        const text = writeEventMessage(message);

        expect(text).toMatch(/^[\x20-\uD7FF\uE000-\uFFFD]*$/);
        expect(readEventMessage(text)).toEqual({ ok: true, message });
      }),
    );
  });
});
