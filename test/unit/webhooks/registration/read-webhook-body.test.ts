import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../shared/webhooks/events/event-names.ts';
import { readEventNames } from '../../../../shared/webhooks/registration/read-event-names.ts';
import { MAX_WEBHOOKS } from '../../../../shared/webhooks/store/webhook.ts';
import { rejectionOf } from '../../../support/answer-parts.ts';
import { BODY, CALLER, dataOf, registrationUnderTest } from '../registration-under-test.ts';

const { orgId, events, url } = BODY;

describe.each(['create', 'update'] as const)('the body of a call to %s', (operation) => {
  async function send(body: unknown) {
    const { create, update } = registrationUnderTest();
    if (operation === 'create') return create(body);
    const { id } = dataOf(await create());
    return update(id, body, CALLER);
  }
  const message = async (body: unknown) => {
    const rejection = rejectionOf(await send(body));
    expect(rejection.kind).toBe('invalid');
    return rejection.message;
  };

  it.each([null, [], 'text', 7, true])('is an object, not %j', async (body) => {
    expect(await message(body)).toBe('The request body must be a JSON object with the fields of a webhook.');
  });

  it.each([
    [
      { ...BODY, events: undefined },
      /^Invalid request: events is required; the event names are chat.created, /,
    ],
    [{ ...BODY, events: null }, /events must be an array of event names;/],
    [{ ...BODY, events: 'quote.created' }, /events must be an array of event names;/],
    [{ ...BODY, events: ['quote.created', 7] }, /events must be an array of event names;/],
    [{ ...BODY, events: [] }, /events must have at least one name;/],
    [{ ...BODY, events: ['Quote.Created'] }, /events must not have "Quote.Created"; the event names are /],
    [{ ...BODY, events: ['rfp.created', 'toString', 'x'] }, /events must not have "toString", "x";/],
    [{ ...BODY, events: ['rfp.created', 'rfp.created'] }, /events must not have rfp.created twice\.$/],
    [{ ...BODY, orgId: undefined }, /^Invalid request: orgId is required\.$/],
    [{ ...BODY, orgId: null }, /orgId must be a string\.$/],
    [{ ...BODY, orgId: 7 }, /orgId must be a string\.$/],
    [{ ...BODY, orgId: '' }, /orgId must not be empty\.$/],
    [{ ...BODY, enabled: ' ' }, /enabled must be true or false\.$/],
    [{ ...BODY, enabled: 'true' }, /enabled must be true or false\.$/],
    [{ ...BODY, enabled: 1 }, /enabled must be true or false\.$/],
    [{ ...BODY, url: 7 }, /url must be a string\.$/],
    [{ ...BODY, url: 'receiver.example/hook' }, /url must be a complete URL/],
    [{ ...BODY, url: 'ftp://receiver.example/' }, /url must start with https/],
    [{ ...BODY, url: 'https://user:pw@receiver.example/' }, /url must not contain a user name/],
    [{ ...BODY, url: `https://receiver.example/${'x'.repeat(2_048)}` }, /url must be at most 2048/],
    [{ ...BODY, url: 'https://169.254.169.254/latest' }, /url must name a public host: 169.254.169.254/],
    [{ ...BODY, url: 'http://2130706433/' }, /url must name a public host: 127.0.0.1/],
    [{ ...BODY, url: 'https://[::1]/' }, /url must name a public host/],
    [{ ...BODY, url: 'https://localhost/' }, /url must name a public host/],
    [{ ...BODY, url: 'https://inside.example/' }, /url must name a public host.*inside.example/],
  ])('is rejected with %j', async (body, said) => {
    expect(await message(body)).toMatch(said);
  });

  it('is rejected with all its faults', async () => {
    const said = await message({ url: 'https://10.0.0.1/', events: ['x'], orgId: 7, enabled: 'no' });

    for (const fault of [/url must name/, /events must not have "x"/, /orgId must be/, /enabled must be/]) {
      expect(said).toMatch(fault);
    }
    expect(said).not.toContain('..');
  });

  it('is forbidden if it names another organization, also with other faults', async () => {
    for (const body of [{ ...BODY, orgId: 'org_2' }, { orgId: 'org_2' }]) {
      expect(rejectionOf(await send(body))).toMatchObject({ kind: 'forbidden' });
    }
  });

  it('keeps the order of its events, and ignores unknown fields', async () => {
    const mixed = [...EVENT_NAMES].reverse();
    const data = dataOf(await send({ url, orgId, events: mixed, color: 'red', livemode: true }));

    expect(data.events).toEqual(mixed);
    expect(data).toMatchObject({ url, livemode: false });
    expect(data).not.toHaveProperty('color');
  });
});

it('the host of a body is looked up only if all other fields are valid', async () => {
  const { create, update, lookedUp } = registrationUnderTest();
  const { id } = dataOf(await create());
  lookedUp.length = 0;

  for (const body of [
    { ...BODY, events: ['x'] },
    { ...BODY, orgId: 7 },
    { ...BODY, enabled: 1 },
  ]) {
    expect(rejectionOf(await create(body)).kind).toBe('invalid');
    expect(rejectionOf(await update(id, body, CALLER)).kind).toBe('invalid');
  }
  expect(rejectionOf(await update('wh_', BODY, CALLER)).kind).toBe('not-found');
  expect(lookedUp).toEqual([]);

  for (let made = 1; made < MAX_WEBHOOKS.test; made++) await create();
  lookedUp.length = 0;
  expect(rejectionOf(await create()).message).toMatch(
    /^An organization can have at most 20 webhooks in test mode/,
  );
  expect(lookedUp).toEqual([]);
});

it.each([null, ''])('an optional field that is %j counts as omitted', async (value) => {
  const { create, update } = registrationUnderTest();
  const created = dataOf(await create({ ...BODY, enabled: value }));
  expect(created.enabled).toBe(true);
  expect(
    dataOf(await update(created.id, { events, orgId, url: value, enabled: value }, CALLER)),
  ).toMatchObject({
    url,
    enabled: true,
  });
});

it.each([
  [null, /url must be a string/],
  ['', /url must be a URL/],
])('the address of a creation must not be %j', async (value, said) => {
  expect(rejectionOf(await registrationUnderTest().create({ ...BODY, url: value })).message).toMatch(said);
});

it('the URL may be omitted only in an update', async () => {
  const { create, update } = registrationUnderTest();
  const { id } = dataOf(await create());

  expect(dataOf(await update(id, { events, orgId }, CALLER))).toMatchObject({ url });
  expect(rejectionOf(await create({ events, orgId })).message).toBe('Invalid request: url is required.');
});

describe('the names of events', () => {
  it('are accepted in the given order if they are known and different', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...EVENT_NAMES], { minLength: 1 }), (names) => {
        expect(readEventNames(names)).toEqual({ ok: true, events: names });
      }),
    );
  });

  it('are rejected with a short message for any other value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.string(), { maxLength: 100 })), (given) => {
        const reading = readEventNames(given);
        const texts = Array.isArray(given) ? given : [];
        const allKnown = texts.every((text) => (EVENT_NAMES as readonly unknown[]).includes(text));
        fc.pre(texts.length === 0 || !allKnown);
        expect(reading.ok).toBe(false);
        expect(reading.ok ? '' : reading.fault).toMatch(/^.{1,900}$/s);
      }),
    );
  });
});
