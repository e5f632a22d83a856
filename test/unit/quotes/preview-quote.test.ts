import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MapRoutes } from '../../../shared/geography/roads/road-distance.ts';
import { previewQuoteUseCase } from '../../../shared/quotes/preview-quote.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { BUILD_TIMEOUT_MS } from '../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../geography/roads/highways-file-ready.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

/** Previews of an organization with this usage limit. */
function previewUnderTest(usageLimit: number, circumstances: Parameters<typeof quotingUnderTest>[0] = {}) {
  const quotes = quotingUnderTest(circumstances);
  const ledger = createInMemoryLedger();
  ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit });
  const previewQuote = previewQuoteUseCase({ ...quotes.ports, ledger });
  return {
    ...quotes,
    ledger,
    counted: () => ledger.used(CALLER.orgId, CALLER.mode, '2026-10'),
    preview: (changes: object = {}, caller: Parameters<typeof previewQuote>[1] = CALLER) =>
      previewQuote(quotes.draftOf({ ...REQUEST, ...changes }), caller),
  };
}

describe('a preview of a quote', () => {
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
    await expect(preview({ origin: 'Nowhere-at-all, ZZ' })).resolves.toMatchObject({ ok: false });
    await expect(preview({ equipment_type: 'bicycle' })).resolves.toMatchObject({ ok: false });
    expect(counted()).toBe(0);
  });

  it('of an organization without billing information is rejected', async () => {
    const { preview, counted } = previewUnderTest(5, { terms: { billing: false } });
    await expect(preview()).resolves.toMatchObject({ rejection: { code: 'BILLING_REQUIRED' } });
    expect(counted()).toBe(0);
  });

  it('of an unknown organization is rejected', async () => {
    const { preview } = previewUnderTest(5);
    await expect(preview({}, { orgId: 'org_2', mode: 'test' })).resolves.toMatchObject({
      rejection: { kind: 'unauthorized' },
    });
  });

  it('over the usage limit is rejected, and never calls the map service', async () => {
    const betweenAll = vi.fn<MapRoutes['betweenAll']>(async () => undefined);
    const { preview, counted } = previewUnderTest(1, { mapRoutes: { betweenAll } });
    await preview();
    const before = betweenAll.mock.calls.length;
    await expect(preview()).resolves.toMatchObject({
      ok: false,
      rejection: { kind: 'rate-limited', message: 'API usage limit exceeded. Current usage: 1, Limit: 1' },
    });
    expect(betweenAll.mock.calls.length).toBe(before);
    expect(before).toBeGreaterThan(0);
    expect(counted()).toBe(1);
  });

  it('counts up to the limit, also for calls at the same time', async () => {
    const { preview, counted } = previewUnderTest(3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => preview()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(counted()).toBe(3);
  });
});
