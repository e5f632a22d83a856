import { describe, expect, it, jest } from '@jest/globals';
import * as v from 'valibot';
import type { MapRoutes } from '../../../shared/geography/roads/road-distance.ts';
import {
  convertQuoteUseCase,
  declineQuoteUseCase,
  deleteQuoteUseCase,
} from '../../../shared/quotes/decide-on-quote.ts';
import { listQuotesUseCase } from '../../../shared/quotes/listing/list-quotes.ts';
import { previewQuoteUseCase } from '../../../shared/quotes/preview-quote.ts';
import { readQuoteUseCase } from '../../../shared/quotes/read-quote.ts';
import { createQuoteResponse } from '../../../shared/quotes/record/quote-document.ts';
import { reviseQuoteUseCase } from '../../../shared/quotes/revise-quote.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

const NO_BILLING = { billing: false, quoteLimit: 0 };
const FULL = { billing: true, quoteLimit: 0 };
const UNKNOWN_PLACE = { destination: 'Nowhereville' };
const NO_ROAD = { destination: 'Honolulu, HI' };

describe('the terms of an organization', () => {
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

const LAST_SECOND = new Date('2026-10-14T23:59:59.999Z');
const NEXT_DAY = new Date('2026-10-15T00:00:00.000Z');

describe('the life of a quote', () => {
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

  it('of an unknown id is rejected with at most 200 of its characters', async () => {
    const { read } = await aQuote();
    const cut = `${'x'.repeat(200)}...`;
    expect(await read('x'.repeat(5_000), CALLER)).toMatchObject({
      rejection: { message: `Quote ${cut} not found.`, details: { quote_id: cut } },
    });
  });
});

describe('a conversion', () => {
  it('accepts an empty body and unknown members', async () => {
    for (const body of [undefined, {}, { converted_by: '', order_reference: null, other: 1 }]) {
      const { id, convert } = await aQuote();
      expect(await convert(id, CALLER, body)).toMatchObject({
        body: { quote: { conversion: { converted_by: '', order_reference: '' } } },
      });
    }
  });
});

describe('a decline', () => {
  it('is permitted after the expiry, and prevents a conversion, but not a revision', async () => {
    const { clock, id, decline, convert, revised } = await aQuote({ pickup_date: '2026-11-20' });
    clock.now = new Date('2026-10-20T00:00:00Z');
    expect(await decline(id, CALLER, { reason: 'no_response', competitor_price: 1234.56 })).toMatchObject({
      body: { quote: { decline: { competitor_price: 1234.56, note: '' } } },
    });
    expect(await decline(id, CALLER, { reason: 'price' })).toMatchObject(rejected('QUOTE_ALREADY_DECLINED'));
    expect(await convert(id, CALLER)).toMatchObject(rejected('QUOTE_ALREADY_DECLINED'));
    expect((await revised(id, {})).revises).toBe(id);
  });
});

describe('a revision', () => {
  it('has what its body leaves out from the revised quote, which it supersedes', async () => {
    const cargo = { weight_lbs: 30_000, commodity: 'Tiles' };
    const { id, made, revised, read } = await aQuote({
      ...cargo,
      stops: ['Barstow, CA'],
      special_requirements: ['chassis', { name: 'storage', quantity: 5 }],
      price: { total_rate: 3_575, reason: 'Target' },
    });
    const revision = await revised(id, { destination: 'Tucson, AZ', customer_reference: null });

    expect(revision).toMatchObject({
      ...{ status: 'active', revises: id, customer: 'Acme Imports', ...cargo },
      ...{ special_requirements: ['chassis', 'storage'], quantities: { storage: 5 } },
      ...{ pricing: { total_rate: 3_575 }, rate_source: { type: 'manual', set_reason: 'Target' } },
      route: { requested: { origin: 'Long Beach, CA', destination: 'Tucson, AZ', stops: ['Barstow, CA'] } },
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

  it('removes stops, price and weight', async () => {
    const { id, revised } = await aQuote({
      ...{ stops: ['Barstow, CA'], weight_lbs: 30_000, price: { total_rate: 3_575 } },
    });
    const none = { stops: [], weight_lbs: null };
    expect(await revised(id, { ...none, price: null })).toMatchObject({
      ...none,
      rate_source: { type: 'market' },
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
});
