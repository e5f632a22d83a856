import { describe, expect, it, jest } from '@jest/globals';
import * as v from 'valibot';
import type { KeyedCall } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import type { MapRoutes } from '../../../shared/geography/roads/road-distance.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { convertQuoteUseCase } from '../../../shared/quotes/convert-quote.ts';
import { declineQuoteUseCase } from '../../../shared/quotes/decline-quote.ts';
import { deleteQuoteUseCase } from '../../../shared/quotes/delete-quote.ts';
import { listQuotesUseCase } from '../../../shared/quotes/listing/list-quotes.ts';
import { previewQuoteUseCase } from '../../../shared/quotes/preview-quote.ts';
import { readQuoteUseCase } from '../../../shared/quotes/read-quote.ts';
import {
  createQuoteResponse,
  listQuotesResponse,
  readQuoteResponse,
} from '../../../shared/quotes/record/quote-document.ts';
import { reviseQuoteUseCase } from '../../../shared/quotes/revise-quote.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

const NO_BILLING = { billing: false, quoteLimit: 0 };
const FULL = { billing: true, quoteLimit: 0 };
const UNKNOWN_PLACE = { destination: 'Nowhereville' };
const NO_ROAD = { destination: 'Honolulu, HI' };

describe('the terms of an organization', () => {
  it('reject quotes without billing information or the organization', async () => {
    const { rejection, kept } = quotingUnderTest({ terms: NO_BILLING });
    expect(await rejection()).toMatchObject({
      ...{ kind: 'invalid', code: 'BILLING_REQUIRED', details: { billing: false } },
    });
    expect(kept).toEqual([]);
    expect(await quotingUnderTest({ terms: undefined }).rejection()).toMatchObject({ kind: 'unauthorized' });
  });

  it('reject quotes above the monthly limit, with usage and limit, until the next month (UTC)', async () => {
    let now = new Date('2026-10-31T23:59:59.000Z');
    const { answer, rejection, store } = quotingUnderTest({
      terms: { billing: true, quoteLimit: 2 },
      clock: () => now,
    });
    const later = { pickup_date: '2026-11-05' };
    for (let count = 0; count < 2; count++) expect(await answer(later)).toMatchObject({ ok: true });

    expect(await rejection(later)).toEqual({
      kind: 'rate-limited',
      retryAfter: 1,
      code: 'QUOTE_LIMIT_EXCEEDED',
      message: 'Monthly quote limit exceeded. Current usage: 2, Limit: 2',
      details: { used: 2, limit: 2, resets_at: '2026-11-01T00:00:00.000Z' },
    });
    expect((await store.list(CALLER, {}, 20, 0)).totalCount).toBe(2);
    now = new Date('2026-11-01T00:00:00.000Z');
    expect(await answer(later)).toMatchObject({ ok: true });
  });

  it('are in headers of creations and rejections, and in none without a limit', async () => {
    const limited = quotingUnderTest({ terms: { billing: true, quoteLimit: 2 } });
    const headers = [];
    for (let count = 0; count < 3; count++) headers.push((await limited.answer()).headers);

    const policy = { 'RateLimit-Policy': '"monthly-quotes";q=2;w=2678400' };
    // The seconds from 17:00 on October 7 to the end of the month.
    expect(headers).toEqual([
      { ...policy, RateLimit: '"monthly-quotes";r=1;t=2098800' },
      { ...policy, RateLimit: '"monthly-quotes";r=0;t=2098800' },
      { ...policy, RateLimit: '"monthly-quotes";r=0;t=2098800' },
    ]);
    expect((await quotingUnderTest().answer()).headers).toBeUndefined();
  });

  it.each([
    ['faulty fields', { equipment_type: 'balloon', ...UNKNOWN_PLACE }, NO_BILLING, undefined],
    ['billing before places', UNKNOWN_PLACE, NO_BILLING, 'BILLING_REQUIRED'],
    ['billing before roads', NO_ROAD, NO_BILLING, 'BILLING_REQUIRED'],
    ['places', UNKNOWN_PLACE, FULL, 'LOCATION_NOT_FOUND'],
    ['roads', NO_ROAD, FULL, 'NO_ROUTE'],
    ['the limit last', {}, FULL, 'QUOTE_LIMIT_EXCEEDED'],
  ])('reject in order: %s', async (_reason, changes, terms, code) => {
    // INVALID_PARAMETERS is the code of rejections without a code of their own.
    expect((await quotingUnderTest({ terms }).rejection(changes)).code).toBe(code);
  });
});

describe('a preview of a quote', () => {
  /** Previews of an organization with this usage limit. */
  function previewUnderTest(usageLimit: number, circumstances: Parameters<typeof quotingUnderTest>[0] = {}) {
    const quotes = quotingUnderTest(circumstances);
    const ledger = createInMemoryLedger();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit });
    const previewQuote = previewQuoteUseCase({ ...quotes.ports, ledger });
    return {
      ...quotes,
      counted: () => ledger.used(CALLER.orgId, CALLER.mode, '2026-10'),
      preview: (changes: object = {}, caller: Parameters<typeof previewQuote>[1] = CALLER) =>
        previewQuote(quotes.draftOf({ ...REQUEST, ...changes }), caller),
    };
  }

  it('has the price of the quote, stores none, and counts as one rate call', async () => {
    const { preview, quote, kept, counted } = previewUnderTest(5);
    const previewed = await preview({ special_requirements: ['chassis'] });
    expect(kept).toEqual([]);
    expect(counted()).toBe(1);

    const { quote: created } = await quote({ special_requirements: ['chassis'] });
    const { quote_id: _, status: __, ...detail } = created;
    expect(previewed).toMatchObject({ ok: true, body: { quote: detail } });
    expect(previewed.headers).toMatchObject({ 'X-Usage-Used': '1', 'X-Usage-Remaining': '4' });
  });

  it('that is rejected counts nothing', async () => {
    const { preview, counted } = previewUnderTest(5);
    expect(await preview({ origin: 'Nowhere-at-all, ZZ' })).toMatchObject({ ok: false });
    expect(await preview({ equipment_type: 'bicycle' })).toMatchObject({ ok: false });
    expect(await preview({}, { orgId: 'org_2', mode: 'test' })).toMatchObject({
      rejection: { kind: 'unauthorized' },
    });
    expect(counted()).toBe(0);
    const unbilled = previewUnderTest(5, { terms: { billing: false } });
    expect(await unbilled.preview()).toMatchObject({ rejection: { code: 'BILLING_REQUIRED' } });
    expect(unbilled.counted()).toBe(0);
  });

  it('over the usage limit is rejected, and never calls the map service', async () => {
    const betweenAll = jest.fn<MapRoutes['betweenAll']>(async () => undefined);
    const { preview, counted } = previewUnderTest(1, { mapRoutes: { betweenAll } });
    await preview();
    const before = betweenAll.mock.calls.length;
    expect(await preview()).toMatchObject({ ok: false, rejection: { kind: 'rate-limited' } });
    expect(betweenAll.mock.calls.length).toBe(before);
    expect(before).toBeGreaterThan(0);
    expect(counted()).toBe(1);
  });
});

/** A quote of 2026-10-07 that is valid for 7 days, and the operations on it. */
async function aQuote(request: object = {}) {
  const clock = { now: new Date('2026-10-07T17:00:00Z') };
  const { store, createQuote, quote } = quotingUnderTest({ clock: () => clock.now });
  const made = (await quote({ customer: 'Acme Imports', customer_reference: 'PO 7', ...request })).quote;
  const revise = reviseQuoteUseCase({ quotes: store, createQuote });
  return {
    clock,
    made,
    id: made.quote_id,
    convert: convertQuoteUseCase(store),
    decline: declineQuoteUseCase(store),
    remove: deleteQuoteUseCase(store),
    read: readQuoteUseCase(store),
    list: listQuotesUseCase(store),
    revise,
    revised: async (id: string, body: object) => {
      const { quote: revision } = bodyOf(await revise(id, CALLER, body));
      expect(v.safeParse(createQuoteResponse, { quote: revision }).issues).toBeUndefined();
      return revision;
    },
  };
}

const rejected = (code: string, kind = 'conflict') => ({ ok: false, rejection: { kind, code } });
const invalid = (...fields: string[]) => ({
  ok: false,
  rejection: {
    kind: 'invalid',
    details: { errors: fields.map((field) => expect.objectContaining({ field })) },
  },
});

const NOT_FOUND = rejected('QUOTE_NOT_FOUND', 'not-found');
const LAST_SECOND = new Date('2026-10-14T23:59:59.999Z');
const NEXT_DAY = new Date('2026-10-15T00:00:00.000Z');

describe('the life of a quote', () => {
  it('is read and listed as it was created, and matches the response schemas', async () => {
    const { id, made, read, list } = await aQuote();
    const body = bodyOf(await read(id, CALLER));

    expect(body).toEqual({
      quote: {
        ...{ ...made, customer_reference: 'PO 7', outcome: 'open' },
        created_at: '2026-10-07T17:00:00.000Z',
      },
    });
    expect(v.safeParse(readQuoteResponse, body).issues).toBeUndefined();
    const listed = bodyOf(await list({}, CALLER));
    expect(v.safeParse(listQuotesResponse, listed).issues).toBeUndefined();
    expect(listed).toMatchObject({ quotes: [{ quote_id: id, customer_reference: 'PO 7' }] });
  });

  it('is active until the last second of its last day, then expired, in reads and lists', async () => {
    const { id, clock, read, list } = await aQuote();
    for (const [time, status] of [
      [LAST_SECOND, 'active'],
      [NEXT_DAY, 'expired'],
    ] as const) {
      clock.now = time;
      expect(await read(id, CALLER)).toMatchObject({ body: { quote: { status } } });
      expect(await list({ status }, CALLER)).toMatchObject({
        body: { quotes: [{ quote_id: id, status }], pagination: { total_count: 1 } },
      });
    }
    expect(await list({ status: 'active' }, CALLER)).toMatchObject({ body: { quotes: [] } });
  });

  it('is converted while it is active, stays converted, and is not converted once it has expired', async () => {
    const [{ id, clock, convert, read }, late] = [await aQuote(), await aQuote()];
    clock.now = LAST_SECOND;
    const first = await convert(id, CALLER);
    expect(first).toMatchObject({ ok: true, body: { quote: { quote_id: id, status: 'converted' } } });
    clock.now = NEXT_DAY;
    expect(await convert(id, CALLER)).toEqual(first);
    expect(await read(id, CALLER)).toEqual(first);

    late.clock.now = NEXT_DAY;
    expect(await late.convert(late.id, CALLER)).toMatchObject(rejected('QUOTE_EXPIRED'));
  });

  it('belongs to its organization and mode, and has a well-formed id', async () => {
    const { id, read, convert, decline, revise, remove } = await aQuote();
    const operations = [
      ...[read, convert, remove, revise].map(
        (operation) => (text: string, caller: Account) => operation(text, caller, {}),
      ),
      (text: string, caller: Account) => decline(text, caller, { reason: 'price' }),
    ];
    for (const operation of operations) {
      expect(await operation(id, { ...CALLER, orgId: 'org_2' })).toMatchObject(NOT_FOUND);
      expect(await operation(id, { ...CALLER, mode: 'live' })).toMatchObject(NOT_FOUND);
      expect(await operation('Q-1', CALLER)).toMatchObject(NOT_FOUND);
    }
    expect(await read(id, CALLER)).toMatchObject({ body: { quote: { outcome: 'open' } } });
    const cut = `${'x'.repeat(200)}...`;
    expect(await read('x'.repeat(5_000), CALLER)).toMatchObject({
      rejection: { message: `Quote ${cut} not found.`, details: { quote_id: cut } },
    });
  });
});

describe('a conversion', () => {
  it('says who converted the quote, and for which order, also when it is repeated with others', async () => {
    const { id, convert, read } = await aQuote();
    const first = await convert(id, CALLER, { converted_by: ' Ana ', order_reference: 'SO-1' });
    expect(first).toMatchObject({
      body: { quote: { outcome: 'won', conversion: { converted_by: 'Ana', order_reference: 'SO-1' } } },
    });
    expect(await convert(id, CALLER, { order_reference: 'SO-2' })).toEqual(first);
    expect(await read(id, CALLER)).toEqual(first);
    expect(v.safeParse(readQuoteResponse, bodyOf(first)).issues).toBeUndefined();
  });

  it('accepts an empty body and unknown members', async () => {
    for (const body of [undefined, {}, { converted_by: '', order_reference: null, other: 1 }]) {
      const { id, convert } = await aQuote();
      expect(await convert(id, CALLER, body)).toMatchObject({
        body: { quote: { conversion: { converted_by: '', order_reference: '' } } },
      });
    }
  });

  it.each([
    [null, ['body']],
    [[], ['body']],
    [{ converted_by: 7, order_reference: 'a'.repeat(201) }, ['converted_by', 'order_reference']],
    [{ order_reference: 'a\u0000' }, ['order_reference']],
  ])('rejects the body %j, and converts nothing', async (body, fields) => {
    const { id, convert, read } = await aQuote();
    expect(await convert(id, CALLER, body)).toMatchObject(invalid(...fields));
    expect(await read(id, CALLER)).toMatchObject({ body: { quote: { outcome: 'open' } } });
  });
});

describe('a decline', () => {
  it('has a reason, the price of the competitor and a note, and gives the same answer again', async () => {
    const { id, decline, read, list } = await aQuote();
    const body = { reason: 'price', competitor_price: 1_499.99, note: ' Rail was cheaper ' };
    const first = await decline(id, CALLER, body);
    expect(first).toMatchObject({
      body: {
        quote: {
          ...{ status: 'active', outcome: 'lost' },
          decline: { reason: 'price', competitor_price: 1_499.99, note: 'Rail was cheaper' },
        },
      },
    });
    expect(await decline(id, CALLER, { ...body, note: 'Rail was cheaper' })).toEqual(first);
    expect(await read(id, CALLER)).toEqual(first);
    expect(v.safeParse(readQuoteResponse, bodyOf(first)).issues).toBeUndefined();
    expect(await list({ outcome: 'lost' }, CALLER)).toMatchObject({
      body: { quotes: [{ quote_id: id, outcome: 'lost' }], pagination: { total_count: 1 } },
    });
  });

  it('is permitted after the expiry, and prevents a conversion, but not a revision', async () => {
    const { clock, id, decline, convert, revised } = await aQuote({ pickup_date: '2026-11-20' });
    clock.now = new Date('2026-10-20T00:00:00Z');
    expect(await decline(id, CALLER, { reason: 'no_response' })).toMatchObject({
      body: { quote: { decline: { competitor_price: null, note: '' } } },
    });
    expect(await decline(id, CALLER, { reason: 'price' })).toMatchObject(rejected('QUOTE_ALREADY_DECLINED'));
    expect(await convert(id, CALLER)).toMatchObject(rejected('QUOTE_ALREADY_DECLINED'));
    expect((await revised(id, {})).revises).toBe(id);
  });

  it.each([
    [{}, ['reason']],
    [{ reason: 'PRICE' }, ['reason']],
    [{ reason: 'price', competitor_price: 0 }, ['competitor_price']],
    [{ reason: 'price', competitor_price: 1.005 }, ['competitor_price']],
    [{ reason: 'price', competitor_price: '5' }, ['competitor_price']],
    [{ reason: 'price', note: 'a'.repeat(1_001) }, ['note']],
    [{ reason: 'price', competitors_price: 5 }, ['competitors_price']],
    [[], ['body']],
  ])('rejects %j', async (body, fields) => {
    const { id, decline } = await aQuote();
    expect(await decline(id, CALLER, body)).toMatchObject(invalid(...fields));
  });
});

describe('a revision', () => {
  it('has what its body leaves out from the revised quote, which it supersedes', async () => {
    const { id, made, revised, read } = await aQuote({ special_requirements: ['chassis'] });
    const revision = await revised(id, { destination: 'Tucson, AZ', customer_reference: null });

    expect(revision).toMatchObject({
      ...{ status: 'active', revises: id, customer: 'Acme Imports', special_requirements: ['chassis'] },
      route: { requested: { origin: 'Long Beach, CA', destination: 'Tucson, AZ' } },
      service_details: { pickup_date: made.service_details.pickup_date },
    });
    expect(await read(revision.quote_id, CALLER)).toMatchObject({
      body: { quote: { revises: id, outcome: 'open', customer_reference: '' } },
    });
    expect(await read(id, CALLER)).toMatchObject({
      body: {
        quote: {
          ...{ status: 'active', outcome: 'superseded', superseded_by: revision.quote_id },
          pricing: { total_rate: made.pricing.total_rate },
        },
      },
    });
  });

  it('without changes has the price of the same request today, and keeps type and volume', async () => {
    const { id, made, revised } = await aQuote({ pricing_type: 'spot', weekly_volume: 7 });
    const { quote_id: _, revises: __, ...same } = await revised(id, {});
    const { quote_id: ___, ...before } = made;
    expect(same).toEqual(before);
  });

  it('of a superseded quote names the newer one, so that revisions are a chain', async () => {
    const { id, revised, revise, convert, decline } = await aQuote();
    const second = await revised(id, {});
    const superseded = {
      rejection: {
        kind: 'conflict',
        code: 'QUOTE_SUPERSEDED',
        details: { quote_id: id, superseded_by: second.quote_id },
      },
    };
    expect(await revise(id, CALLER, {})).toMatchObject(superseded);
    expect(await convert(id, CALLER)).toMatchObject(superseded);
    expect(await decline(id, CALLER, { reason: 'price' })).toMatchObject(superseded);
    expect((await revised(second.quote_id, {})).revises).toBe(second.quote_id);
  });

  it('is not made of a converted quote, which cannot be declined either', async () => {
    const { id, revise, convert, decline } = await aQuote();
    await convert(id, CALLER);
    expect(await revise(id, CALLER, {})).toMatchObject(rejected('QUOTE_ALREADY_CONVERTED'));
    expect(await decline(id, CALLER, { reason: 'price' })).toMatchObject(rejected('QUOTE_ALREADY_CONVERTED'));
  });

  it('names invalid and unknown fields, and supersedes nothing', async () => {
    const { id, clock, revise, read } = await aQuote();
    expect(await revise(id, CALLER, { destinaton: 'Tucson, AZ', equipment_type: 'boat' })).toMatchObject(
      invalid('destinaton', 'equipment_type'),
    );
    expect(await revise(id, CALLER, [])).toMatchObject(invalid('body'));
    expect(await revise(id, CALLER, { origin: 'Nowhere, ZZ' })).toMatchObject({
      rejection: { code: 'LOCATION_NOT_FOUND' },
    });
    clock.now = new Date('2026-10-12T17:00:00Z');
    expect(await revise(id, CALLER, {})).toMatchObject(invalid('pickup_date'));
    expect(await read(id, CALLER)).toMatchObject({ body: { quote: { outcome: 'open' } } });
  });

  it('with the same Idempotency-Key happens once', async () => {
    const { id, revise, list } = await aQuote();
    const keyed = { key: 'one', bodyHash: 'hash' } as KeyedCall;
    const answers = await Promise.all([revise(id, CALLER, {}, keyed), revise(id, CALLER, {}, keyed)]);
    expect(answers.filter((answer) => 'replayed' in answer)).toHaveLength(1);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await list({}, CALLER)).toMatchObject({ body: { pagination: { total_count: 2 } } });
  });
});
