import { describe, expect, it } from 'vitest';
import { bodyHash } from '../../../shared/accounts/idempotency/body-hash.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

const NO_BILLING = { billing: false, quoteLimit: 0 };
const FULL = { billing: true, quoteLimit: 0 };
const UNKNOWN_PLACE = { destination: 'Nowhereville' };
const NO_ROAD = { destination: 'Honolulu, HI' };

describe('the terms of an organization', () => {
  it('reject quotes without billing information', async () => {
    const { rejection, kept } = quotingUnderTest({ terms: NO_BILLING });

    expect(await rejection()).toEqual({
      kind: 'invalid',
      code: 'BILLING_REQUIRED',
      message: 'Organization is missing billing information. Add it to the organization, then try again.',
      details: { billing: false },
    });
    expect(kept).toEqual([]);
  });

  it('reject quotes of an organization that does not exist', async () => {
    expect(await quotingUnderTest({ terms: undefined }).rejection()).toEqual({
      kind: 'unauthorized',
      message: 'Missing organization context',
    });
  });

  it('reject quotes above the monthly limit, with usage and limit', async () => {
    const { answer, rejection, store } = quotingUnderTest({ terms: { billing: true, quoteLimit: 2 } });
    for (let count = 0; count < 2; count++) expect(await answer()).toMatchObject({ ok: true });

    expect(await rejection()).toEqual({
      kind: 'rate-limited',
      // From 2026-10-07T17:00:00Z to the end of the month.
      retryAfter: 2_098_800,
      code: 'QUOTE_LIMIT_EXCEEDED',
      message: 'Monthly quote limit exceeded. Current usage: 2, Limit: 2',
      details: { used: 2, limit: 2, resets_at: '2026-11-01T00:00:00.000Z' },
    });
    expect((await store.list(CALLER, {}, 20, 0)).totalCount).toBe(2);
  });

  it('are in headers of creations and rejections, and in none without a limit', async () => {
    const limited = quotingUnderTest({ terms: { billing: true, quoteLimit: 2 } });
    const unlimited = quotingUnderTest({ terms: { billing: true } });
    const headers = [];
    for (let count = 0; count < 3; count++) headers.push((await limited.answer()).headers);

    const policy = { 'RateLimit-Policy': '"monthly-quotes";q=2;w=2678400' };
    expect(headers).toEqual([
      { ...policy, RateLimit: '"monthly-quotes";r=1;t=2098800' },
      { ...policy, RateLimit: '"monthly-quotes";r=0;t=2098800' },
      { ...policy, RateLimit: '"monthly-quotes";r=0;t=2098800' },
    ]);
    expect((await unlimited.answer()).headers).toBeUndefined();
  });

  it('start again with the next month (UTC)', async () => {
    let now = new Date('2026-10-31T23:59:59.000Z');
    const { answer, rejection } = quotingUnderTest({
      terms: { billing: true, quoteLimit: 1 },
      clock: () => now,
    });
    const later = { pickup_date: '2026-11-05' };
    expect(await answer(later)).toMatchObject({ ok: true });
    expect(await rejection(later)).toMatchObject({ code: 'QUOTE_LIMIT_EXCEEDED' });

    now = new Date('2026-11-01T00:00:00.000Z');

    expect(await answer(later)).toMatchObject({ ok: true });
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

  it('do not affect the stored answer of an Idempotency-Key', async () => {
    const { createQuote, draftOf } = quotingUnderTest({ terms: { billing: true, quoteLimit: 1 } });
    const call = {
      ...CALLER,
      operation: 'create-quote',
      key: 'a',
      bodyHash: bodyHash(REQUEST),
      at: new Date(),
    };
    const first = await createQuote(draftOf(REQUEST), CALLER, call);
    const again = await createQuote(draftOf(REQUEST), CALLER, call);
    const other = await createQuote(draftOf(REQUEST), CALLER, { ...call, key: 'b' });

    expect(again).toEqual({ ok: true, replayed: first.ok && 'body' in first && JSON.stringify(first.body) });
    expect(other).toMatchObject({ ok: false, rejection: { code: 'QUOTE_LIMIT_EXCEEDED' } });
  });
});
