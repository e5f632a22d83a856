import { describe, expect, it, vi } from 'vitest';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import type { LaneDraft } from '../../../shared/rates/lane.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

const TERMINAL_ERROR = 'originTerminal must be a valid terminal name from the terminals list';

async function rejectionOf(drafts: readonly LaneDraft[], underTest = ratingUnderTest()) {
  const outcome = await underTest.priceLanes(drafts, CALLER);
  if (outcome.ok) throw new Error('was priced');
  return outcome.rejection;
}

const account = (facts: { billing?: boolean; usageLimit?: number }) => {
  const ledger = createInMemoryLedger();
  ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 1_000, ...facts });
  return { ...ratingUnderTest({ ledger }), ledger };
};

describe('lanes with errors', () => {
  it('are all reported by index', async () => {
    const rejection = await rejectionOf([
      lane(),
      lane({ destinationCity: undefined }, ['destinationCity is wrong']),
      lane({ originTerminal: 'Prairie Ramp', originType: 'marine' }),
      lane({ destinationState: 'NV', destinationZip: '91761' }),
      lane({ originTerminal: 'No Such Place' }),
    ]);

    expect(rejection).toMatchObject({ kind: 'invalid', message: 'Validation errors in requests' });
    expect(rejection.topLevelMembers).toEqual({
      errors: [
        { index: 1, errors: ['destinationCity is wrong'] },
        { index: 2, errors: ['originType must be rail for this terminal'] },
        { index: 3, errors: ['destinationZip must be in destinationState: 91761 is in CA'] },
        { index: 4, errors: [TERMINAL_ERROR] },
      ],
      suggestions: [{ index: 4, names: ['West Harbor', 'Prairie Ramp', 'Valley Inland Port'] }],
    });
  });

  it('report an unknown terminal and another error of the same lane', async () => {
    const rejection = await rejectionOf([
      lane({ originTerminal: 'No Such Place' }, ['destinationState is wrong']),
    ]);

    expect(rejection.topLevelMembers?.errors).toEqual([
      { index: 0, errors: [TERMINAL_ERROR, 'destinationState is wrong'] },
    ]);
  });

  it.each([
    ['Prairie Ramp', 'rail'],
    ['West Harbor', 'marine'],
    ['Valley Inland Port', 'marine'],
    ['Valley Inland Port', 'rail'],
    ['Valley Inland Port', 'intermodal'],
    ['Prairie Ramp', undefined],
  ] as const)('%s accepts the origin type %s', async (originTerminal, originType) => {
    const outcome = await ratingUnderTest().priceLanes([lane({ originTerminal, originType })], CALLER);
    expect(outcome.ok).toBe(true);
  });

  it.each([
    ['West Harbor', 'marine'],
    ['Prairie Ramp', 'rail'],
  ] as const)('%s is %s and rejects intermodal', async (originTerminal, type) => {
    const rejection = await rejectionOf([lane({ originTerminal, originType: 'intermodal' })]);
    expect(rejection.topLevelMembers?.errors).toEqual([
      { index: 0, errors: [`originType must be ${type} for this terminal`] },
    ]);
  });

  it('a marine terminal rejects rail', async () => {
    const rejection = await rejectionOf([lane({ originType: 'rail' })]);
    expect(rejection.topLevelMembers?.errors).toEqual([
      { index: 0, errors: ['originType must be marine for this terminal'] },
    ]);
  });
});

describe('an unknown terminal without other errors', () => {
  it('is named as the caller wrote it, with suggestions for every unknown name', async () => {
    const rejection = await rejectionOf([
      lane(),
      lane({ originTerminal: 'west harbor' }),
      lane({ originTerminal: 'nowhere near' }),
    ]);

    expect(rejection).toEqual({
      kind: 'invalid',
      message: 'Invalid terminal: west harbor',
      topLevelMembers: {
        errors: [
          { index: 1, errors: [TERMINAL_ERROR] },
          { index: 2, errors: [TERMINAL_ERROR] },
        ],
        suggestions: [
          { index: 1, names: ['West Harbor', 'Prairie Ramp', 'Valley Inland Port'] },
          { index: 2, names: [] },
        ],
      },
    });
  });

  it('is truncated if it is very long', async () => {
    const { message } = await rejectionOf([lane({ originTerminal: '\u{1f6a2}'.repeat(50_000) })]);

    expect(message.length).toBeLessThan(130);
    expect(message.isWellFormed()).toBe(true);
  });
});

describe('destinations', () => {
  const unknown = lane({ destinationCity: 'Nowhereville', destinationZip: undefined });
  const onAnIsland = lane({ destinationCity: 'Honolulu', destinationState: 'HI', destinationZip: undefined });

  it('that are unknown are listed, and the message names the first', async () => {
    const rejection = await rejectionOf([
      lane(),
      unknown,
      onAnIsland,
      lane({ destinationCity: 'Nowhereville', destinationState: 'OR', destinationZip: undefined }),
    ]);

    expect(rejection).toEqual({
      kind: 'invalid',
      message: 'Unable to geocode destination address: Nowhereville, CA',
      topLevelMembers: {
        errors: [
          { index: 1, errors: ['Unable to geocode destination address: Nowhereville, CA'] },
          { index: 3, errors: ['Unable to geocode destination address: Nowhereville, OR'] },
        ],
      },
    });
  });

  it('without a road are listed, and the message names the first', async () => {
    const message = 'Distance cannot be calculated from West Harbor to Honolulu, HI: no road leads there.';

    expect(await rejectionOf([lane(), onAnIsland, onAnIsland])).toEqual({
      kind: 'invalid',
      message,
      topLevelMembers: {
        errors: [
          { index: 1, errors: [message] },
          { index: 2, errors: [message] },
        ],
      },
    });
  });
});

describe('the account', () => {
  it('that does not exist is a missing organization context', async () => {
    const rejection = await rejectionOf([lane()], ratingUnderTest({ ledger: createInMemoryLedger() }));
    expect(rejection).toEqual({ kind: 'unauthorized', message: 'Missing organization context' });
  });

  it('without billing is rejected', async () => {
    const rejection = await rejectionOf([lane()], account({ billing: false }));
    expect(rejection.kind).toBe('invalid');
    expect(rejection.message).toMatch(/^Organization is missing billing information/);
  });

  it('counts one call per batch, and at its limit gets the usage and the limit', async () => {
    const underTest = account({ usageLimit: 2 });
    const batch = Array.from({ length: 10 }, () => lane());

    expect((await underTest.priceLanes(batch, CALLER)).ok).toBe(true);
    expect((await underTest.priceLanes([lane()], CALLER)).ok).toBe(true);

    expect(await rejectionOf([lane()], underTest)).toEqual({
      kind: 'rate-limited',
      // From 2026-10-07T12:00:00Z to the end of the month.
      retryAfter: 2_116_800,
      message: 'API usage limit exceeded. Current usage: 2, Limit: 2',
    });
  });

  it('counts a call in its UTC month', async () => {
    const ledger = createInMemoryLedger();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 9 });
    const { priceLanes } = ratingUnderTest({ ledger, now: () => new Date('2026-12-31T23:59:59.999Z') });

    await priceLanes([lane()], CALLER);

    expect(ledger.used(CALLER.orgId, CALLER.mode, '2026-12')).toBe(1);
  });
});

describe('order of the checks', () => {
  const honolulu = lane({ destinationCity: 'Honolulu', destinationState: 'HI', destinationZip: undefined });
  const nowhere = lane({ destinationCity: 'Nowhere', destinationZip: undefined });
  const unknownTerminal = lane({ originTerminal: 'No Such Place' });
  const invalid = lane({}, ['wrong']);

  it.each([
    [
      'lanes',
      [honolulu, nowhere, unknownTerminal, invalid],
      { billing: false, usageLimit: 0 },
      /^Validation/,
    ],
    ['billing', [honolulu, nowhere, unknownTerminal], { billing: false, usageLimit: 0 }, /billing/],
    ['terminal', [honolulu, nowhere, unknownTerminal], { usageLimit: 0 }, /^Invalid terminal/],
    ['geocode', [honolulu, nowhere], { usageLimit: 0 }, /^Unable to geocode/],
    ['distance', [honolulu], { usageLimit: 0 }, /^Distance cannot/],
    ['usage limit', [lane()], { usageLimit: 0 }, /^API usage limit exceeded\. Current usage: 0, Limit: 0$/],
  ])('%s is checked before the later checks', async (_stage, drafts, facts, message) => {
    expect((await rejectionOf(drafts, account(facts))).message).toMatch(message);
  });

  describe('with a map service', () => {
    /** Returns a route for every lane and counts the calls. */
    const countingService = () => {
      const between = vi.fn<RoadDistances['between']>(async () => ({
        routable: true,
        miles: 40,
        source: 'test map service',
        warnings: [],
      }));
      return { between };
    };
    const batch = Array.from({ length: 10 }, () => lane());
    const keyed = { ...CALLER, operation: 'price-lanes', key: 'key-1', bodyHash: 'hash', at: new Date() };

    it.each([
      ['without a key', undefined],
      ['with an Idempotency-Key', keyed],
    ])('a call over the usage limit %s requests no routes', async (_, call) => {
      const mapRoutes = countingService();
      const ledger = createInMemoryLedger();
      ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 1 });
      const { priceLanes } = ratingUnderTest({ ledger, mapRoutes });

      expect(await priceLanes(batch, CALLER)).toMatchObject({ ok: true });
      expect(mapRoutes.between).toHaveBeenCalledTimes(10);

      expect(await priceLanes(batch, CALLER, call)).toMatchObject({
        ok: false,
        rejection: { message: 'API usage limit exceeded. Current usage: 1, Limit: 1' },
        headers: { 'X-Usage-Used': '1', 'X-Usage-Remaining': '0' },
      });
      expect(mapRoutes.between).toHaveBeenCalledTimes(10);
    });

    it('a lane without a road is rejected before the usage limit', async () => {
      const mapRoutes = countingService();
      const ledger = createInMemoryLedger();
      ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 0 });

      expect((await rejectionOf([honolulu], ratingUnderTest({ ledger, mapRoutes }))).message).toMatch(
        /^Distance cannot/,
      );
      expect(mapRoutes.between).not.toHaveBeenCalled();
    });

    it('a call at the limit gets the stored answer of a concurrent call with the same key', async () => {
      const ledger = createInMemoryLedger();
      ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 0 });
      ledger.answers.remember({ call: keyed, body: '{"status":"first"}' });

      const { priceLanes } = ratingUnderTest({ ledger, mapRoutes: countingService() });
      expect(await priceLanes(batch, CALLER, keyed)).toEqual({ ok: true, replayed: '{"status":"first"}' });
    });
  });

  it('does not count a rejected call', async () => {
    for (const drafts of [[invalid], [unknownTerminal], [nowhere], [honolulu]]) {
      const { ledger, ...underTest } = account({});
      await rejectionOf(drafts, { ...underTest, ledger });
      expect(ledger.used(CALLER.orgId, CALLER.mode, '2026-10')).toBe(0);
    }
  });
});
