import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { convertQuoteUseCase } from '../../../shared/quotes/convert-quote.ts';
import { deleteQuoteUseCase } from '../../../shared/quotes/delete-quote.ts';
import { listQuotesUseCase } from '../../../shared/quotes/listing/list-quotes.ts';
import { readQuoteUseCase } from '../../../shared/quotes/read-quote.ts';
import {
  deleteQuoteResponse,
  listQuotesResponse,
  readQuoteResponse,
} from '../../../shared/quotes/record/quote-document.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../geography/places/places-file-ready.ts';
import { CALLER, quotingUnderTest } from './quoting-under-test.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const LAST_SECOND = new Date('2026-10-14T23:59:59.999Z');
const NEXT_DAY = new Date('2026-10-15T00:00:00.000Z');

/** A quote created on 2026-10-07 that is valid for 7 days, and operations on it with an adjustable clock. */
async function aQuote() {
  const clock = { time: new Date('2026-10-07T17:00:00Z') };
  const { store, quote } = quotingUnderTest({ clock: () => clock.time });
  const made = await quote({ customer_reference: 'PO 7' });
  return {
    id: made.quote.quote_id,
    made: made.quote,
    at: (time: Date) => {
      clock.time = time;
    },
    read: readQuoteUseCase(store),
    list: listQuotesUseCase(store),
    convert: convertQuoteUseCase(store),
    remove: deleteQuoteUseCase(store),
  };
}

const NOT_FOUND = { ok: false, rejection: { kind: 'not-found', code: 'QUOTE_NOT_FOUND' } };

describe('the life of a quote', () => {
  it('is read as it was created, and matches the response schema', async () => {
    const { id, made, read } = await aQuote();
    const outcome = await read(id, CALLER);
    const body = outcome.ok && outcome.body;

    expect(body).toEqual({
      quote: { ...made, created_at: '2026-10-07T17:00:00.000Z', customer_reference: 'PO 7', outcome: 'open' },
    });
    expect(v.safeParse(readQuoteResponse, body).issues).toBeUndefined();
  });

  it('is active until the last second of its last day, then expired, in reads and lists', async () => {
    const { id, at, read, list } = await aQuote();
    for (const [time, status] of [
      [LAST_SECOND, 'active'],
      [NEXT_DAY, 'expired'],
    ] as const) {
      at(time);
      expect(await read(id, CALLER)).toMatchObject({ body: { quote: { status } } });
      expect(await list({ status }, CALLER)).toMatchObject({
        body: { quotes: [{ quote_id: id, status }], pagination: { total_count: 1 } },
      });
    }
    expect(await list({ status: 'active' }, CALLER)).toMatchObject({ body: { quotes: [] } });
  });

  it('is converted while it is active, and stays converted', async () => {
    const { id, at, convert, read } = await aQuote();
    at(LAST_SECOND);
    const first = await convert(id, CALLER);
    at(NEXT_DAY);

    expect(first).toMatchObject({ ok: true, body: { quote: { quote_id: id, status: 'converted' } } });
    expect(await convert(id, CALLER)).toEqual(first);
    expect(await read(id, CALLER)).toEqual(first);
  });

  it('is not converted once it has expired', async () => {
    const { id, at, convert } = await aQuote();
    at(NEXT_DAY);
    expect(await convert(id, CALLER)).toMatchObject({
      ok: false,
      rejection: { kind: 'conflict', code: 'QUOTE_EXPIRED', details: { quote_id: id } },
    });
  });

  it('is deleted in any status, from reads, lists and totals', async () => {
    for (const prepare of ['active', 'converted', 'expired']) {
      const { id, at, convert, read, remove, list } = await aQuote();
      if (prepare === 'converted') await convert(id, CALLER);
      if (prepare === 'expired') at(NEXT_DAY);
      const deletion = await remove(id, CALLER);

      expect(deletion).toEqual({ ok: true, body: { quote: { quote_id: id, deleted: true } } });
      expect(v.safeParse(deleteQuoteResponse, deletion.ok && deletion.body).issues).toBeUndefined();
      for (const operation of [read, convert, remove]) {
        expect(await operation(id, CALLER)).toMatchObject(NOT_FOUND);
      }
      expect(await list({}, CALLER)).toMatchObject({ body: { pagination: { total_count: 0 } } });
    }
  });

  it('is not found by other organizations and in the other mode', async () => {
    const { id, read, convert, remove } = await aQuote();
    for (const other of [
      { ...CALLER, orgId: 'org_2' },
      { ...CALLER, mode: 'live' as const },
    ]) {
      for (const operation of [read, convert, remove]) {
        expect(await operation(id, other)).toMatchObject(NOT_FOUND);
      }
    }
    expect(await read(id, CALLER)).toMatchObject({ ok: true });
  });

  it.each(['', 'Q-1', '../Q', 'Q-\u0000', 'q-1m7yq5tb800vpsbnz0zsq0zt543', '\ud800'])(
    'is not found by %j',
    async (text) => {
      const { read } = await aQuote();
      expect(await read(text, CALLER)).toMatchObject(NOT_FOUND);
    },
  );

  it('repeats at most 200 characters of a malformed id', async () => {
    const { read } = await aQuote();
    const outcome = await read('x'.repeat(5_000), CALLER);
    expect(outcome.ok ? '' : JSON.stringify(outcome.rejection)).toHaveLength(
      JSON.stringify({
        kind: 'not-found',
        code: 'QUOTE_NOT_FOUND',
        message: `Quote ${'x'.repeat(200)}... not found.`,
        details: { quote_id: `${'x'.repeat(200)}...` },
      }).length,
    );
  });

  it('is listed, and matches the response schema', async () => {
    const { list } = await aQuote();
    const outcome = await list({}, CALLER);
    expect(v.safeParse(listQuotesResponse, outcome.ok && outcome.body).issues).toBeUndefined();
    expect(outcome).toMatchObject({ body: { quotes: [{ customer_reference: 'PO 7' }] } });
  });
});
