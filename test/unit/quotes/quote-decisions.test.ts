import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyedCall } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import { convertQuoteUseCase } from '../../../shared/quotes/convert-quote.ts';
import { declineQuoteUseCase } from '../../../shared/quotes/decline-quote.ts';
import { listQuotesUseCase } from '../../../shared/quotes/listing/list-quotes.ts';
import { readQuoteUseCase } from '../../../shared/quotes/read-quote.ts';
import { createQuoteResponse, readQuoteResponse } from '../../../shared/quotes/record/quote-document.ts';
import { reviseQuoteUseCase } from '../../../shared/quotes/revise-quote.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../geography/places/places-file-ready.ts';
import { CALLER, quotingUnderTest } from './quoting-under-test.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

/** A quote, and the operations that decide on it. */
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
    read: readQuoteUseCase(store),
    list: listQuotesUseCase(store),
    revise,
    revised: async (id: string, body: object) => {
      const answer = await revise(id, CALLER, body);
      if (!answer.ok || 'replayed' in answer) throw new Error(JSON.stringify(answer));
      expect(v.safeParse(createQuoteResponse, answer.body).issues).toBeUndefined();
      return answer.body.quote;
    },
  };
}

const rejected = (code: string | undefined, kind = 'conflict') => ({ ok: false, rejection: { kind, code } });
const invalid = (...fields: string[]) => ({
  ok: false,
  rejection: {
    kind: 'invalid',
    details: { errors: fields.map((field) => expect.objectContaining({ field })) },
  },
});

describe('a conversion', () => {
  it('says who converted the quote, and for which order, also when it is repeated with others', async () => {
    const { id, convert, read } = await aQuote();
    const first = await convert(id, CALLER, { converted_by: ' Ana ', order_reference: 'SO-1' });
    expect(first).toMatchObject({
      body: {
        quote: { outcome: 'won', conversion: { converted_by: 'Ana', order_reference: 'SO-1' } },
      },
    });
    expect(await convert(id, CALLER, { order_reference: 'SO-2' })).toEqual(first);
    expect(await convert(id, CALLER)).toEqual(first);
    expect(await read(id, CALLER)).toEqual(first);
    expect(v.safeParse(readQuoteResponse, first.ok && first.body).issues).toBeUndefined();
  });

  it.each([[undefined], [{}], [{ converted_by: '', order_reference: null, other: 1 }]])(
    'accepts the body %j',
    async (body) => {
      const { id, convert } = await aQuote();
      expect(await convert(id, CALLER, body)).toMatchObject({
        body: { quote: { conversion: { converted_by: '', order_reference: '' } } },
      });
    },
  );

  it.each([
    [null, ['body']],
    [7, ['body']],
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
    expect(v.safeParse(readQuoteResponse, first.ok && first.body).issues).toBeUndefined();
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

  it('of a converted, an unknown and a foreign quote is rejected', async () => {
    const { id, decline, convert } = await aQuote();
    const body = { reason: 'price' };
    expect(await decline('Q-1', CALLER, body)).toMatchObject(rejected('QUOTE_NOT_FOUND', 'not-found'));
    expect(await decline(id, { ...CALLER, orgId: 'org_2' }, body)).toMatchObject(
      rejected('QUOTE_NOT_FOUND', 'not-found'),
    );
    await convert(id, CALLER);
    expect(await decline(id, CALLER, body)).toMatchObject(rejected('QUOTE_ALREADY_CONVERTED'));
  });

  it.each([
    [{}, ['reason']],
    [{ reason: 'PRICE' }, ['reason']],
    [{ reason: 'price', competitor_price: 0 }, ['competitor_price']],
    [{ reason: 'price', competitor_price: -5 }, ['competitor_price']],
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
    const { id, made, revised, read, list } = await aQuote({ special_requirements: ['chassis'] });
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
    expect(await list({ outcome: 'superseded' }, CALLER)).toMatchObject({
      body: { quotes: [{ quote_id: id }] },
    });
  });

  it('without changes has the price of the same request today, and keeps the type of pricing', async () => {
    const { id, made, revised } = await aQuote({ pricing_type: 'spot' });
    const { quote_id: _, revises: __, ...same } = await revised(id, {});
    const { quote_id: ___, ...before } = made;
    expect(same).toEqual(before);
  });

  it('of a superseded quote names the newer one, so that revisions are a chain', async () => {
    const { id, revised, revise, convert, decline } = await aQuote();
    const second = await revised(id, {});
    const superseded = {
      rejection: { code: 'QUOTE_SUPERSEDED', details: { superseded_by: second.quote_id } },
    };
    expect(await revise(id, CALLER, {})).toMatchObject(superseded);
    expect(await convert(id, CALLER)).toMatchObject(superseded);
    expect(await decline(id, CALLER, { reason: 'price' })).toMatchObject(superseded);
    expect((await revised(second.quote_id, {})).revises).toBe(second.quote_id);
  });

  it('of a converted, an unknown and a foreign quote is rejected', async () => {
    const { id, revise, convert } = await aQuote();
    expect(await revise('Q-1', CALLER, {})).toMatchObject(rejected('QUOTE_NOT_FOUND', 'not-found'));
    expect(await revise(id, { ...CALLER, mode: 'live' }, {})).toMatchObject(
      rejected('QUOTE_NOT_FOUND', 'not-found'),
    );
    await convert(id, CALLER);
    expect(await revise(id, CALLER, {})).toMatchObject(rejected('QUOTE_ALREADY_CONVERTED'));
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
