import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import type { LaneDraft } from '../../../shared/rates/lane.ts';
import { readIncluded, readLanes } from '../../../shared/rates/read-lanes.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

const TERMINAL = 'originTerminal must be a valid terminal name from the terminals list';
const ALPHABET = 'destinationCity must contain only letters, spaces, hyphens, and apostrophes';
const LETTERS = 'destinationCity must contain at least one letter';
const TOO_LONG = 'destinationCity must be at most 100 characters';
const STATE = 'destinationState must be a valid 2-letter US state code';
const ZIP = 'destinationZip must be a 5-digit or ZIP+4 (9-digit) ZIP code';
const EQUIPMENT = /^equipment must be a container: /;
const DATE = 'date must be a calendar day as YYYY-MM-DD';

describe('a batch of lanes', () => {
  it.each([[{}], [null], ['[]'], [[]], [{ 0: {}, length: 1 }]])(
    'that is no array of lanes, %j, is rejected',
    (body) => {
      expect(readLanes(body)).toMatchObject({
        ok: false,
        rejection: { kind: 'invalid', message: 'The request body must be a JSON array of 1 to 10 lanes.' },
      });
    },
  );

  it('has at most 10 lanes', () => {
    const read = (length: number) => readLanes(Array.from({ length }, () => ({})));
    expect(read(10).ok).toBe(true);
    expect(read(11)).toMatchObject({
      rejection: { message: 'At most 10 lanes can be priced in one call; 11 were sent.' },
    });
  });

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

  it('needs three fields and ignores unknown fields; fields that are null or empty are left out', () => {
    const optional = ['originType', 'destinationZip', 'equipment', 'hazmat', 'overweight', 'date'];
    const read = {
      fields: { ...GOOD, ...Object.fromEntries(optional.map((field) => [field, undefined])) },
      errors: [],
    };
    expect(readOne({ ...GOOD, colour: 'any', __proto__: { originType: 'air' } })).toEqual(read);
    for (const field of optional) {
      for (const value of [null, '']) expect(readOne({ ...GOOD, [field]: value })).toEqual(read);
    }
    expect(readOne({}).errors).toEqual([
      ...[TERMINAL, 'destinationCity must be a string of 1 to 100 characters', STATE],
    ]);
  });

  it.each<[string, unknown, unknown?]>([
    ['originType', 'intermodal'],
    ['destinationCity', 'Coeur d’Alene'],
    ['destinationCity', 'San Jose\u0301', 'San José'],
    ['destinationCity', '大阪'],
    ['destinationCity', 'a'.repeat(100)],
    ['destinationCity', 'Jose\u0301'.repeat(25), 'José'.repeat(25)],
    ['destinationState', 'dc', 'DC'],
    ['destinationState', 'PR'],
    ['destinationZip', '12345-6789'],
    ['destinationZip', '123456789'],
    ['equipment', "40' HC", 'container_40hc'],
    ['equipment', 'ISO tank', 'iso_tank'],
    ['hazmat', false],
    ['overweight', true],
    ['date', '2028-02-29'],
    ['date', '0001-01-01'],
  ])('can have the %s %j', (field, value, read = value) => {
    expect(readOne({ ...GOOD, [field]: value })).toMatchObject({ fields: { [field]: read }, errors: [] });
  });

  it.each<[string, string | RegExp, readonly unknown[]]>([
    ['originTerminal', TERMINAL, ['   ', 7, ['West Harbor'], 'Pier T\u0000', 'x'.repeat(501)]],
    ['originType', 'originType must be marine, rail or intermodal', ['air', 'Marine', ' ', 1]],
    ['destinationCity', 'destinationCity must be a string of 1 to 100 characters', [5, ['Ontario']]],
    [
      'destinationCity',
      ALPHABET,
      ['St. Louis', 'Route 66', 'Ontario\n', 'Onta\u0000rio', 'A_B', 'A\u{1f600}'],
    ],
    ['destinationCity', LETTERS, ['', '   ', '-', "'’ -"]],
    ['destinationCity', TOO_LONG, ['a'.repeat(101)]],
    ['destinationState', STATE, ['XX', 'California', 'C', ' CA', 'C\u0085', 6, 'toString', '\u00dfa']],
    ['destinationZip', ZIP, ['1234', '12345-', '12345-678', '1234567890', 'abcde', '90731\n', 12345]],
    ['equipment', EQUIPMENT, ['dryvan', 'reefer', 'boat', ' ', 40, ['flatrack'], '40\tHC']],
    ['hazmat', 'hazmat must be true or false', ['true', 1, 0]],
    ['overweight', 'overweight must be true or false', ['yes', ' ']],
    [
      'date',
      DATE,
      ['2026-02-29', '2026-13-01', '2026-10-7', '2026-10-07T00:00:00Z', ' 2026-10-07', 20261007],
    ],
    ['date', DATE, ['2026-10-07\n', `${' '.repeat(490_000)}2026-03-02`]],
  ])('has the error of an invalid %s: %s', (field, message, values) => {
    const expected = message instanceof RegExp ? expect.stringMatching(message) : message;
    for (const value of values) expect([value, errorsOf({ [field]: value })]).toEqual([value, [expected]]);
  });

  it('with 490,000 combining marks in its city is not normalized', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const errors = errorsOf({ destinationCity: '\u0327\u0301'.repeat(245_000) });
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    expect(errors).toEqual([TOO_LONG]);
  });

  it('can have a route in its answer, by the query of the call', () => {
    expect(readIncluded({ other: 'route' })).toEqual({ ok: true, body: { route: false } });
    expect(readIncluded({ include: 'route' })).toEqual({ ok: true, body: { route: true } });
    expect(readIncluded({ include: '' })).toEqual({
      ok: false,
      rejection: { kind: 'invalid', message: 'include must be route' },
    });
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
  it('are all reported by index', async () => {
    const rejection = await rejectionOf([
      lane(),
      lane({ destinationCity: undefined }, ['destinationCity is wrong']),
      lane({ originTerminal: 'Prairie Ramp', originType: 'marine' }),
      lane({ destinationState: 'NV', destinationZip: '91761' }),
      lane({ originTerminal: 'No Such Place' }, ['destinationState is wrong']),
    ]);
    expect(rejection).toMatchObject({ kind: 'invalid', message: 'Validation errors in requests' });
    expect(rejection.topLevelMembers).toEqual({
      errors: [
        { index: 1, errors: ['destinationCity is wrong'] },
        { index: 2, errors: ['originType must be rail for this terminal'] },
        { index: 3, errors: ['destinationZip must be in destinationState: 91761 is in CA'] },
        { index: 4, errors: [TERMINAL, 'destinationState is wrong'] },
      ],
      suggestions: [{ index: 4, names: ['West Harbor', 'Prairie Ramp', 'Valley Inland Port'] }],
    });
  });

  it.each([
    ['West Harbor', ['marine'], 'marine'],
    ['Prairie Ramp', ['rail', undefined], 'rail'],
    ['Valley Inland Port', ['marine', 'rail', 'intermodal'], undefined],
  ] as const)('from %s accept the origin types %j only', async (originTerminal, accepted, only) => {
    for (const originType of ['marine', 'rail', 'intermodal', undefined] as const) {
      const isAccepted = originType === undefined || accepted.some((type) => type === originType);
      const outcome = await ratingUnderTest().priceLanes([lane({ originTerminal, originType })], CALLER);
      const errors = outcome.ok ? undefined : outcome.rejection.topLevelMembers?.errors;
      const message = `originType must be ${only} for this terminal`;
      expect([originType, errors]).toEqual([
        originType,
        isAccepted ? undefined : [{ index: 0, errors: [message] }],
      ]);
    }
  });

  it('of unknown terminals only name the first as the caller wrote it, with suggestions for each', async () => {
    const drafts = ['West Harbor', 'west harbor', 'nowhere near'].map((name) =>
      lane({ originTerminal: name }),
    );
    expect(await rejectionOf(drafts)).toEqual({
      kind: 'invalid',
      message: 'Invalid terminal: west harbor',
      topLevelMembers: {
        errors: [1, 2].map((index) => ({ index, errors: [TERMINAL] })),
        suggestions: [
          { index: 1, names: ['West Harbor', 'Prairie Ramp', 'Valley Inland Port'] },
          { index: 2, names: [] },
        ],
      },
    });
    const { message } = await rejectionOf([lane({ originTerminal: '\u{1f6a2}'.repeat(50_000) })]);
    expect([message.length < 130, message.isWellFormed()]).toEqual([true, true]);
  });
});

const to = (destinationCity: string, destinationState = 'CA') =>
  lane({ destinationCity, destinationState, destinationZip: undefined });

describe('destinations', () => {
  it.each([
    [
      'that are unknown',
      [lane(), to('Nowhereville'), to('Honolulu', 'HI'), to('Nowhereville', 'OR')],
      [
        [1, 'Unable to geocode destination address: Nowhereville, CA'],
        [3, 'Unable to geocode destination address: Nowhereville, OR'],
      ],
    ],
    [
      'without a road',
      [lane(), to('Honolulu', 'HI'), to('Honolulu', 'HI')],
      [1, 2].map((index) => [
        index,
        'Distance cannot be calculated from West Harbor to Honolulu, HI: no road leads there.',
      ]),
    ],
  ] as const)('%s are listed, and the message names the first', async (_, drafts, errors) => {
    expect(await rejectionOf(drafts)).toEqual({
      kind: 'invalid',
      message: errors[0]?.[1],
      topLevelMembers: { errors: errors.map(([index, message]) => ({ index, errors: [message] })) },
    });
  });
});

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
      ...{ kind: 'unauthorized', message: 'Missing organization context' },
    });
  });

  it('counts one call per batch in its UTC month, and at its limit gets the usage and the limit', async () => {
    const now = () => new Date('2026-12-31T23:59:59.999Z');
    const underTest = account({ usageLimit: 2 }, { now });
    expect((await underTest.priceLanes(TEN, CALLER)).ok).toBe(true);
    expect((await underTest.priceLanes([lane()], CALLER)).ok).toBe(true);
    expect(underTest.ledger.used(CALLER.orgId, CALLER.mode, '2026-12')).toBe(2);
    expect(await rejectionOf([lane()], underTest)).toEqual({
      kind: 'rate-limited',
      // To the end of the month.
      retryAfter: 1,
      message: 'API usage limit exceeded. Current usage: 2, Limit: 2',
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
