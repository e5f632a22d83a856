import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readIncluded, readLanes } from '../../../shared/rates/read-lanes.ts';

const TERMINAL = 'originTerminal must be a valid terminal name from the terminals list';
const ALPHABET = 'destinationCity must contain only letters, spaces, hyphens, and apostrophes';
const STATE = 'destinationState must be a valid 2-letter US state code';
const ZIP = 'destinationZip must be a 5-digit or ZIP+4 (9-digit) ZIP code';
const NOT_AN_OBJECT = 'request must be an object with originTerminal, destinationCity and destinationState';

const GOOD = { originTerminal: 'West Harbor', destinationCity: 'Ontario', destinationState: 'CA' };

function readOne(item: unknown) {
  const outcome = readLanes([item]);
  if (!outcome.ok || !outcome.body[0]) throw new Error('batch rejected');
  return outcome.body[0];
}

const errorsOf = (changes: Record<string, unknown>) => readOne({ ...GOOD, ...changes }).errors;

describe('a batch', () => {
  it.each([[{}], [null], [undefined], ['[]'], [5], [true], [[]], [{ 0: GOOD, length: 1 }]])(
    'that is not an array of lanes, %j, is rejected',
    (body) => {
      expect(readLanes(body)).toMatchObject({
        ok: false,
        rejection: { kind: 'invalid', message: 'The request body must be a JSON array of 1 to 10 lanes.' },
      });
    },
  );

  it.each([11, 10_000])('of %d lanes is rejected', (length) => {
    const outcome = readLanes(Array.from({ length }, () => GOOD));
    expect(outcome).toMatchObject({
      ok: false,
      rejection: { message: `At most 10 lanes can be priced in one call; ${length} were sent.` },
    });
  });

  it('of 10 lanes is read', () => {
    expect(readLanes(Array.from({ length: 10 }, () => GOOD))).toMatchObject({ ok: true });
  });

  it.each([[null], [[]], ['West Harbor'], [5], [false]])(
    'reports an item that is not an object: %j',
    (item) => {
      expect(readOne(item).errors).toEqual([NOT_AN_OBJECT]);
    },
  );

  it('never throws for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => void readLanes(json)));
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 10 }), (json) => {
        expect(readLanes(json).ok).toBe(true);
      }),
    );
  });
});

describe('a lane', () => {
  it('needs three fields and ignores unknown fields', () => {
    expect(readOne({ ...GOOD, colour: 'any', __proto__: { originType: 'air' } })).toEqual({
      fields: {
        ...GOOD,
        originType: undefined,
        destinationZip: undefined,
        equipment: undefined,
        hazmat: undefined,
        overweight: undefined,
        date: undefined,
      },
      errors: [],
    });
  });

  it('reports every invalid field', () => {
    expect(readOne({}).errors).toEqual([
      TERMINAL,
      'destinationCity must be a string of 1 to 100 characters',
      STATE,
    ]);
  });

  it.each([[undefined], [null], [''], ['   '], [7], [['West Harbor']], [{}]])(
    'terminal %j: error',
    (value) => {
      expect(errorsOf({ originTerminal: value })).toEqual([TERMINAL]);
    },
  );

  it.each([['air'], ['Marine'], [' '], [1]])('origin type %j: error', (value) => {
    expect(errorsOf({ originType: value })).toEqual(['originType must be marine, rail or intermodal']);
  });

  it.each(['originType', 'destinationZip', 'equipment', 'hazmat', 'overweight', 'date'])(
    '%s counts as missing if it is null or an empty string',
    (field) => {
      for (const value of [null, '']) {
        expect(readOne({ ...GOOD, [field]: value })).toEqual(readOne(GOOD));
      }
    },
  );

  it.each(['marine', 'rail', 'intermodal'])('origin type %s: fine', (value) => {
    expect(readOne({ ...GOOD, originType: value })).toMatchObject({
      fields: { originType: value },
      errors: [],
    });
  });

  it.each([
    'Ontario',
    'Winston-Salem',
    "Coeur d'Alene",
    'Coeur d’Alene',
    'San José',
    'San Jose\u0301',
    'Ñuñoa',
    'St Louis',
    '大阪',
    'a'.repeat(100),
    'Jose\u0301'.repeat(25),
  ])('city %s: fine', (value) => {
    expect(errorsOf({ destinationCity: value })).toEqual([]);
  });

  it.each([
    'St. Louis',
    'Route 66',
    '123',
    'Ontario, CA',
    'Ontario\n',
    'Onta\u0000rio',
    'Ontario\u{1f600}',
    'A_B',
    'A/B',
  ])('city %j: not of the alphabet', (value) => {
    expect(errorsOf({ destinationCity: value })).toEqual([ALPHABET]);
  });

  it.each(['', ' ', '   ', '-', "'’ -"])('city %j: no letter', (value) => {
    expect(errorsOf({ destinationCity: value })).toEqual([
      'destinationCity must contain at least one letter',
    ]);
  });

  it('city of 101 letters: too long', () => {
    expect(errorsOf({ destinationCity: 'a'.repeat(101) })).toEqual([
      'destinationCity must be at most 100 characters',
    ]);
  });

  it('city of 490,000 combining marks: too long, without normalizing it', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const errors = errorsOf({ destinationCity: '\u0327\u0301'.repeat(245_000) });
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    expect(errors).toEqual(['destinationCity must be at most 100 characters']);
  });

  it.each([
    ['originTerminal', 'Pier T\u0000'],
    ['originTerminal', 'x'.repeat(501)],
    ['destinationState', 'C\u0085'],
    ['destinationZip', '90731\n'],
    ['equipment', '40\tHC'],
    ['date', `${' '.repeat(490_000)}2026-03-02`],
  ])('%s with control characters or too long: error', (field, value) => {
    expect(errorsOf({ [field]: value })).toEqual([expect.stringContaining(`${field} must be`)]);
  });

  it.each([[null], [5], [['Ontario']]])('city %j: not a string', (value) => {
    expect(errorsOf({ destinationCity: value })).toEqual([
      'destinationCity must be a string of 1 to 100 characters',
    ]);
  });

  it.each(['ca', 'Ca', 'CA', 'dc', 'PR'])('state %s: fine, in upper case', (value) => {
    expect(readOne({ ...GOOD, destinationState: value })).toMatchObject({
      fields: { destinationState: value.toUpperCase() },
      errors: [],
    });
  });

  it.each([['XX'], ['California'], ['C'], [''], [' CA'], [null], [6], ['toString'], ['\u00dfa']])(
    'state %j: error',
    (value) => {
      expect(errorsOf({ destinationState: value })).toEqual([STATE]);
    },
  );

  it.each([
    ['container_40', 'container_40'],
    ["40' HC", 'container_40hc'],
    ['20GP', 'container_20'],
    ['40 Reefer', 'reefer_container_40'],
    ['Flat Rack', 'flatrack'],
    ['ISO tank', 'iso_tank'],
  ])('equipment %j: %s', (value, equipment) => {
    expect(readOne({ ...GOOD, equipment: value })).toMatchObject({ fields: { equipment }, errors: [] });
  });

  it.each([['dryvan'], ['Dry Van'], ['reefer'], ['flatbed'], ['boat'], [' '], [40], [true], [['flatrack']]])(
    'equipment %j: error that lists what is allowed',
    (value) => {
      expect(errorsOf({ equipment: value })).toEqual([
        'equipment must be a container: container_20, container_40, container_40hc, container_45hc, reefer_container_20, reefer_container_40, flatrack, open_top, iso_tank',
      ]);
    },
  );

  it.each([true, false])('hazmat and overweight %j: fine', (value) => {
    expect(readOne({ ...GOOD, hazmat: value, overweight: value })).toMatchObject({
      fields: { hazmat: value, overweight: value },
      errors: [],
    });
  });

  it.each([['true'], ['yes'], [1], [0], [' ']])('hazmat and overweight %j: error', (value) => {
    expect(errorsOf({ hazmat: value, overweight: value })).toEqual([
      'hazmat must be true or false',
      'overweight must be true or false',
    ]);
  });

  it.each(['2026-10-07', '2028-02-29', '0001-01-01'])('date %s: a day', (value) => {
    expect(errorsOf({ date: value })).toEqual([]);
  });

  it.each([
    ['2026-02-29'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['2026-10-7'],
    ['10/07/2026'],
    ['2026-10-07T00:00:00Z'],
    [' 2026-10-07'],
    ['2026-10-07\n'],
    ['today'],
    [' '],
    [20261007],
  ])('date %j: error', (value) => {
    expect(errorsOf({ date: value })).toEqual(['date must be a calendar day as YYYY-MM-DD']);
  });

  it.each(['12345', '12345-6789', '123456789', '00501'])('ZIP %s: fine', (value) => {
    expect(errorsOf({ destinationZip: value })).toEqual([]);
  });

  it.each([['1234'], ['12345-'], ['12345-678'], ['1234567'], ['1234567890'], ['abcde'], [' '], [12345]])(
    'ZIP %j: error',
    (value) => {
      expect(errorsOf({ destinationZip: value })).toEqual([ZIP]);
    },
  );
});

describe('the parts that a call adds to its answer', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ include: 'route' }, true],
    [{ other: 'route' }, false],
  ])('%j: a route is %s', (query, route) => {
    expect(readIncluded(query)).toEqual({ ok: true, body: { route } });
  });

  it.each(['', 'routes', 'Route'])('reject include=%s', (include) => {
    expect(readIncluded({ include })).toEqual({
      ok: false,
      rejection: { kind: 'invalid', message: 'include must be route' },
    });
  });
});
