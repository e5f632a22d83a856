import { describe, expect, it } from 'vitest';
import { KEY_REUSED } from '../../../shared/accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

const keyed = (changes: Partial<KeyedCall> = {}): KeyedCall => ({
  ...CALLER,
  operation: 'price-lanes',
  key: 'key-1',
  bodyHash: 'hash',
  at: new Date('2026-10-07T12:00:00Z'),
  ...changes,
});

const PERIOD = '2026-10';
const UNKNOWN = lane({ destinationCity: 'Nowhere', destinationZip: undefined });

describe('rates for a call with an Idempotency-Key', () => {
  it('store the answer and count the call', async () => {
    const { priceLanes, ledger } = ratingUnderTest();

    const outcome = await priceLanes([lane()], CALLER, keyed());

    if (!outcome.ok || 'replayed' in outcome) throw new Error('not priced');
    expect(ledger.answers.has(keyed())?.body).toBe(JSON.stringify(outcome.body));
    expect(ledger.used('org_1', 'test', PERIOD)).toBe(1);
  });

  it('return the stored answer of an earlier call and do not count', async () => {
    const { priceLanes, ledger } = ratingUnderTest();
    ledger.answers.remember({ call: keyed(), body: '{"status":"first"}' });

    expect(await priceLanes([lane()], CALLER, keyed())).toEqual({ ok: true, replayed: '{"status":"first"}' });
    expect(ledger.used('org_1', 'test', PERIOD)).toBe(0);
  });

  it('reject a call if its key was used with another body meanwhile', async () => {
    const { priceLanes, ledger } = ratingUnderTest();
    ledger.answers.remember({ call: keyed(), body: '{}' });

    expect(await priceLanes([lane()], CALLER, keyed({ bodyHash: 'other' }))).toEqual({
      ok: false,
      rejection: KEY_REUSED,
    });
  });

  it.each([
    ['a lane that cannot be priced', [UNKNOWN], 1_000],
    ['a lane with an error', [lane({}, ['fault'])], 1_000],
    ['the usage limit', [lane()], 0],
  ])('store no error: %s', async (_, drafts, usageLimit) => {
    const { priceLanes, ledger } = ratingUnderTest();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit });

    expect(await priceLanes(drafts, CALLER, keyed())).toMatchObject({ ok: false });
    expect(ledger.answers.has(keyed())).toBeUndefined();
  });
});

describe('usage headers of rates', () => {
  const headersOf = async (drafts = [lane()], usageLimit = 2, calls = 1) => {
    const { priceLanes, ledger } = ratingUnderTest();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit });
    for (let call = 1; call < calls; call += 1) await priceLanes([lane()], CALLER);
    return (await priceLanes(drafts, CALLER)).headers;
  };
  const MONTH = {
    'X-Usage-Reset': '2026-11-01T00:00:00.000Z',
    'RateLimit-Policy': '"monthly-rates";q=2;w=2678400',
  };

  it('are on successes and on usage limit errors', async () => {
    expect(await headersOf()).toEqual({
      'X-Usage-Limit': '2',
      'X-Usage-Used': '1',
      'X-Usage-Remaining': '1',
      RateLimit: '"monthly-rates";r=1;t=2116800',
      ...MONTH,
    });
    expect(await headersOf([lane()], 2, 3)).toEqual({
      'X-Usage-Limit': '2',
      'X-Usage-Used': '2',
      'X-Usage-Remaining': '0',
      RateLimit: '"monthly-rates";r=0;t=2116800',
      ...MONTH,
    });
  });

  it('are not on other errors', async () => {
    expect(await headersOf([UNKNOWN])).toBeUndefined();
  });
});
