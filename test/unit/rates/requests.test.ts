import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import type { LaneDraft } from '../../../shared/rates/lane.ts';
import { readLanes } from '../../../shared/rates/read-lanes.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

const TERMINAL = 'originTerminal must be a valid terminal name from the terminals list';
const TOO_LONG = 'destinationCity must be at most 100 characters';
describe('a batch of lanes', () => {
  it('of any JSON is read, with errors in its lanes', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 10 }), (json) => readLanes(json).ok),
    );
  });
});

describe('a lane', () => {
  const GOOD = { originTerminal: 'West Harbor', destinationCity: 'Ontario', destinationState: 'CA' };
  const readOne = (item: unknown) => {
    const outcome = readLanes([item]);
    if (!outcome.ok || !outcome.body[0]) throw new Error('batch rejected');
    return outcome.body[0];
  };
  const errorsOf = (changes: Record<string, unknown>) => readOne({ ...GOOD, ...changes }).errors;

  it.each([
    ['大阪', '大阪'],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['San Jose\u0301', 'San José'],
    ['Jose\u0301'.repeat(25), 'José'.repeat(25)],
  ])('can have the city %j', (destinationCity, read) => {
    expect(readOne({ ...GOOD, destinationCity })).toMatchObject({
      fields: { destinationCity: read },
      errors: [],
    });
  });

  // Usual faults are in the rejections of rates over HTTP.
  it.each<[string, string, readonly unknown[]]>([
    ['originTerminal', TERMINAL, ['   ', ['West Harbor'], 'Pier T\u0000', 'x'.repeat(501)]],
    ['destinationCity', 'must contain only letters', ['Ontario\n', 'Onta\u0000rio', 'A_B']],
    ['destinationState', 'must be a valid', ['C', ' CA', 'C\u0085', 'toString', '\u00dfa']],
    ['destinationZip', 'must be a 5-digit or ZIP+4', ['1234567890', 'abcde', '90731\n']],
    ['equipment', 'must be a container', ['boat', ' ', ['flatrack'], '40\tHC']],
    ['date', 'must be a calendar day', ['2026-02-29', '2026-10-07T00:00:00Z', ' 2026-10-07', '2026-10-07\n']],
    ['date', 'must be a calendar day', [`${' '.repeat(490_000)}2026-03-02`]],
  ])('has one error for an invalid %s', (field, message, values) => {
    for (const value of values)
      expect([value, errorsOf({ [field]: value })]).toEqual([value, [expect.stringContaining(message)]]);
  });

  it('with 490,000 combining marks in its city is not normalized', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const errors = errorsOf({ destinationCity: '\u0327\u0301'.repeat(245_000) });
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    expect(errors).toEqual([TOO_LONG]);
  });
});

async function rejectionOf(
  drafts: readonly LaneDraft[],
  underTest: Pick<ReturnType<typeof ratingUnderTest>, 'priceLanes'> = ratingUnderTest(),
) {
  const outcome = await underTest.priceLanes(drafts, CALLER);
  if (outcome.ok) throw new Error('was priced');
  return outcome.rejection;
}

describe('lanes with errors', () => {
  it('repeat a long name of a terminal in part, with whole characters', async () => {
    const { message } = await rejectionOf([lane({ originTerminal: '\u{1f6a2}'.repeat(50_000) })]);
    expect([message.length < 130, message.isWellFormed()]).toEqual([true, true]);
  });
});

const to = (destinationCity: string, destinationState = 'CA') =>
  lane({ destinationCity, destinationState, destinationZip: undefined });

describe('the account', () => {
  const account = (facts: { billing?: boolean; usageLimit?: number } = {}, ports = {}) => {
    const ledger = createInMemoryLedger();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 1_000, ...facts });
    const { priceLanes } = ratingUnderTest({ ledger, ...ports });
    return { priceLanes, ledger };
  };
  const TEN = Array.from({ length: 10 }, () => lane());

  it('that does not exist is a missing organization context', async () => {
    expect(await rejectionOf([lane()], ratingUnderTest({ ledger: createInMemoryLedger() }))).toEqual({
      ...{ kind: 'unauthorized', type: 'missing_organization', message: 'Missing organization context' },
    });
  });

  const unknownTerminal = lane({ originTerminal: 'No Such Place' });
  const [nowhere, honolulu, invalid] = [to('Nowhere'), to('Honolulu', 'HI'), lane({}, ['wrong'])];
  const ALL = [honolulu, nowhere, unknownTerminal, invalid];

  it.each([
    ['lanes', ALL, { billing: false, usageLimit: 0 }, /^Validation/],
    [
      'billing',
      ALL.slice(0, 3),
      { billing: false, usageLimit: 0 },
      /^Organization is missing billing information/,
    ],
    ['terminal', ALL.slice(0, 3), { usageLimit: 0 }, /^Invalid terminal/],
    ['geocode', ALL.slice(0, 2), { usageLimit: 0 }, /^Unable to geocode/],
    ['distance', [honolulu], { usageLimit: 0 }, /^Distance cannot/],
    ['usage limit', [lane()], { usageLimit: 0 }, /^API usage limit exceeded\. Current usage: 0, Limit: 0$/],
  ])(
    '%s is checked before the later checks, and a rejection is not counted',
    async (_stage, drafts, facts, message) => {
      const underTest = account(facts);
      expect((await rejectionOf(drafts, underTest)).message).toMatch(message);
      expect(underTest.ledger.used(CALLER.orgId, CALLER.mode, '2026-10')).toBe(0);
    },
  );

  it('has suggestions for an unknown destination that is similar to a place', async () => {
    expect((await rejectionOf([lane(), to('Nowhere near'), nowhere])).topLevelMembers).toMatchObject({
      errors: [{ index: 1 }, { index: 2 }],
      suggestions: [{ index: 1, names: ['Near, CA'] }],
    });
  });

  const keyed = { ...CALLER, operation: 'price-lanes', key: 'key-1', bodyHash: 'hash', at: new Date() };

  it.each([
    ['without a key', undefined],
    ['with an Idempotency-Key', keyed],
  ])('over its usage limit requests no routes of the map service: %s', async (_, call) => {
    const route = { routable: true, miles: 40, source: 'test map service', warnings: [] } as const;
    const mapRoutes = { between: jest.fn<RoadDistances['between']>(async () => route) };
    const { priceLanes } = account({ usageLimit: 1 }, { mapRoutes });
    expect(await priceLanes(TEN, CALLER)).toMatchObject({ ok: true });
    expect(mapRoutes.between).toHaveBeenCalledTimes(10);
    expect(await priceLanes(TEN, CALLER, call)).toMatchObject({
      ok: false,
      rejection: { message: 'API usage limit exceeded. Current usage: 1, Limit: 1' },
      headers: { 'X-Usage-Used': '1', 'X-Usage-Remaining': '0' },
    });
    expect(await priceLanes([honolulu], CALLER, call)).toMatchObject({ rejection: { kind: 'invalid' } });
    expect(mapRoutes.between).toHaveBeenCalledTimes(10);
  });

  it('at its limit gets the stored answer of a concurrent call with the same key; other answers store none', async () => {
    const stored = account({ usageLimit: 0 }, { mapRoutes: { between: async () => ({ routable: false }) } });
    stored.ledger.answers.remember({ call: keyed, body: '{"status":"first"}' });
    expect(await stored.priceLanes(TEN, CALLER, keyed)).toEqual({ ok: true, replayed: '{"status":"first"}' });

    for (const [drafts, usageLimit] of [
      [[nowhere], 9] as const,
      [[invalid], 9] as const,
      [[lane()], 0] as const,
    ]) {
      const underTest = account({ usageLimit });
      expect(await underTest.priceLanes(drafts, CALLER, keyed)).toMatchObject({ ok: false });
      expect(underTest.ledger.answers.has(keyed)).toBeUndefined();
    }
  });
});
