import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeFuel } from '../../../shared/contracts/documents/rate-document.ts';
import { fuelCell, parseFuelCell } from '../../../shared/contracts/files/fuel-cell.ts';
import { fuelSurchargeCents } from '../../../shared/contracts/rate/contract-price.ts';
import type { FuelTerms } from '../../../shared/contracts/rate/fuel-terms.ts';
import { readContractRate } from '../../../shared/contracts/request/read-contract-rate.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { anyFuel } from './fuel-terms.ts';

const sources = {
  places: createEmbeddedGeocoder(),
  terminals: buildEmbeddedDirectory(loadTerminals()),
};

/** The terms of fuel as a caller sends it, or its errors. */
function read(fuel: unknown): FuelTerms | readonly string[] {
  const reading = readContractRate(rateBody({ fuel }), '', sources);
  return reading.ok ? reading.terms.fuel : reading.errors.map(({ field, message }) => `${field} ${message}`);
}

function termsOf(fuel: unknown): FuelTerms {
  const terms = read(fuel);
  if (Array.isArray(terms)) throw new Error(terms.join('; '));
  return terms as FuelTerms;
}

const MOVE = { miles: 33.3, marketFuelCents: 9_000, dieselPrice: 3.75, baseRateCents: 85_055 };
const cents = (fuel: unknown, move: Partial<typeof MOVE> = {}) =>
  fuelSurchargeCents(termsOf(fuel), { ...MOVE, ...move });

const STEPS = {
  method: 'table',
  rows: [
    { from: 3, to: 3.5, per_mile: 0.4 },
    { from: 3.5, to: 3.99, per_mile: 0.4555 },
    { from: 4, per_mile: 0.5 },
  ],
};

describe('the fuel surcharge of a contract rate', () => {
  it('is that of the market, or part of the amount', () => {
    expect(cents('included')).toBe(0);
    expect(cents('market')).toBe(9_000);
  });

  it('per mile is multiplied by the miles of the lane, or twice as many, and rounded once, half up', () => {
    // 33.3 miles x 0.4222 USD = 14.05926 USD; 66.6 miles = 28.11852 USD.
    expect(cents({ method: 'per_mile', value: 0.4222 })).toBe(1_406);
    expect(cents({ method: 'per_mile', value: 0.4222, miles: 'round_trip' })).toBe(2_812);
    expect(cents({ method: 'per_mile', value: 0.05 }, { miles: 0.1 })).toBe(1);
    expect(cents({ method: 'per_mile', value: 0.0499 }, { miles: 0.1 })).toBe(0);
    expect(cents({ method: 'per_mile', value: 0 })).toBe(0);
  });

  it('above a peg follows the diesel price, and is never negative', () => {
    const pegged = { method: 'per_mile', peg: 1.25, miles_per_gallon: 5.5 };
    // (3.75 - 1.25) / 5.5 x 100 miles = 45.4545 USD.
    expect(cents(pegged, { miles: 100 })).toBe(4_545);
    expect(cents({ ...pegged, miles: 'round_trip' }, { miles: 100 })).toBe(9_091);
    expect(cents(pegged, { dieselPrice: 1.25 })).toBe(0);
    expect(cents(pegged, { dieselPrice: 1.2 })).toBe(0);
  });

  it('in percent is of the base rate', () => {
    // 18% of 850.55 USD = 153.099 USD.
    expect(cents({ method: 'percent', value: 18 })).toBe(15_310);
    expect(cents({ method: 'percent', value: 0.01 }, { baseRateCents: 5_000 })).toBe(1);
    expect(cents({ method: 'percent', value: 0.01 }, { baseRateCents: 4_999 })).toBe(0);
  });

  it('by a table has the value of the row of the diesel price', () => {
    const at = (dieselPrice: number) => cents(STEPS, { dieselPrice, miles: 100 });
    expect([0, 2.999].map(at)).toEqual([0, 0]);
    expect([3, 3.499].map(at)).toEqual([4_000, 4_000]);
    // A row that ends at 3.99 applies until the next one starts.
    expect([3.5, 3.99, 3.995, 3.999].map(at)).toEqual([4_555, 4_555, 4_555, 4_555]);
    expect([4, 20].map(at)).toEqual([5_000, 5_000]);
    expect(cents({ ...STEPS, miles: 'round_trip' }, { dieselPrice: 4, miles: 100 })).toBe(10_000);
    const percents = {
      method: 'table',
      rows: [
        { from: 0, percent: 10 },
        { from: 3.75, percent: 18 },
      ],
    };
    expect(cents(percents)).toBe(15_310);
    expect(cents(percents, { dieselPrice: 3.749 })).toBe(8_506);
  });

  it('is exact for every form and move', () => {
    const anyMove = fc.record({
      miles: fc.integer({ min: 1, max: 40_000 }).map((tenths) => tenths / 10),
      marketFuelCents: fc.integer({ min: 0, max: 1_000_000 }),
      dieselPrice: fc.integer({ min: 0, max: 20_000 }).map((mills) => mills / 1_000),
      baseRateCents: fc.integer({ min: 0, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(anyFuel, anyMove, (fuel, move) => {
        expect(fuelSurchargeCents(fuel, move)).toBe(exactCents(fuel, move));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Half up, by integers of any size, from the terms as a caller reads them. */
function exactCents(fuel: FuelTerms, move: typeof MOVE): number {
  const document = describeFuel(fuel);
  if (document === 'included') return 0;
  if (document === 'market') return move.marketFuelCents;
  const { method, value, peg, miles_per_gallon: mpg, rows = [], miles } = document;
  const scaled = (number: number, unit: number) => BigInt(Math.round(number * unit));
  const rounded = (dividend: bigint, divisor: bigint) => Number((2n * dividend + divisor) / (2n * divisor));
  const driven = scaled(move.miles, 10) * (miles === 'round_trip' ? 2n : 1n);
  const perMile = (usd: number) => rounded(scaled(usd, 10_000) * driven, 1_000n);
  const percent = (share: number) => rounded(scaled(share, 100) * BigInt(move.baseRateCents), 10_000n);
  if (method === 'percent') return percent(value ?? 0);
  if (method === 'table') {
    const row = rows.find(
      ({ from, to = Number.POSITIVE_INFINITY }) => from <= move.dieselPrice && move.dieselPrice < to,
    );
    if (row === undefined) return 0;
    return row.per_mile === undefined ? percent(row.percent ?? 0) : perMile(row.per_mile);
  }
  if (value !== undefined) return perMile(value);
  const over = scaled(move.dieselPrice, 1_000) - scaled(peg ?? 0, 1_000);
  return over <= 0n ? 0 : rounded(over * driven, scaled(mpg ?? 0, 100));
}

describe('fuel of a contract rate as callers send it', () => {
  it('is answered in a form that gives the same terms', () => {
    fc.assert(
      fc.property(anyFuel, (fuel) => {
        expect(read(describeFuel(fuel))).toEqual(fuel);
      }),
    );
  });

  it('has defaults: one way, the region of the origin, rows without end', () => {
    expect(read({ method: 'table', rows: [{ from: 3, to: null, percent: 18 }], region: null })).toEqual({
      ...{ method: 'table', unit: 'percent', region: null, rows: [[3_000, 1_800]] },
    });
    expect(read({ method: 'per_mile', value: null, peg: 1.2, miles_per_gallon: 6, region: '' })).toEqual({
      ...{ method: 'peg', pegMills: 1_200, milesPerGallonHundredths: 600, region: null, miles: 'one_way' },
    });
    expect(describeFuel(termsOf(STEPS))).toEqual({
      ...STEPS,
      rows: [STEPS.rows[0], { ...STEPS.rows[1], to: 4 }, STEPS.rows[2]],
      miles: 'one_way',
    });
  });

  const table = (...rows: readonly unknown[]) => ({ method: 'table', rows });
  const PER_MILE = 'must be a number from 0 to 20 with at most 4 decimals';
  const PERCENT = 'must be a number from 0 to 100 with at most 2 decimals';
  it.each<readonly [unknown, ...string[]]>([
    ['schedule', 'fuel must be included, market, or an object with method per_mile, percent, table'],
    [{ method: 'schedule' }, 'fuel.method must be one of per_mile, percent, table'],
    [{ method: 'per_mile' }, 'fuel.value is required, or peg and miles_per_gallon'],
    [{ method: 'per_mile', value: -0.1 }, `fuel.value ${PER_MILE}`],
    [
      { method: 'per_mile', value: 0.4, peg: 1, region: 'US' },
      'fuel.peg must be left out: a fixed amount per mile has value and miles',
      'fuel.region must be left out: a fixed amount per mile has value and miles',
    ],
    [{ method: 'percent', value: 1_000 }, `fuel.value ${PERCENT}`],
    [{ method: 'percent', value: 18, of: 'total' }, 'fuel.of is not a field of this operation'],
    [table(), 'fuel.rows must be a list of 1 to 200 rows'],
    [table({ from: 3, per_mile: 1, percent: 1 }), 'fuel.rows[0] must have either per_mile or percent'],
    [
      table({ from: 3, per_mile: 1 }, { from: 4, percent: 1 }),
      'fuel.rows[1] must have per_mile, as the first row',
    ],
    [table({ from: -1, percent: 101 }), expectedFrom(0), `fuel.rows[0].percent ${PERCENT}`],
    [
      table({ from: 3, percent: 1 }, { from: 3, percent: 2 }),
      'fuel.rows[1].from must be greater than in the previous row',
    ],
    [
      table({ from: 3, to: 3.2, percent: 1 }, { from: 3.1, percent: 2 }),
      'fuel.rows[0].to must not be greater than from of the next row',
    ],
    [
      table({ from: 3, to: 3.09, percent: 1 }, { from: 3.101, percent: 2 }),
      'fuel.rows[1].from must be at most 0.01 above the end of the previous row (3.09): a price between has no row',
    ],
    [
      table({ from: 3, to: 4, percent: 1 }),
      'fuel.rows[0].to must be left out in the last row, which also applies to all higher prices',
    ],
    ...['WA', 'SCA', 'PADD2', 'us'].map(
      (region) =>
        [
          { ...table({ from: 3, percent: 1 }), region },
          'fuel.region must be one of US, R1X, R1Y, R1Z, R20, R30, R40, R50, R5XCA, CA, the regions whose diesel prices the service has; without it, the region of the origin applies',
        ] as const,
    ),
    [{ ...STEPS, miles: 'both' }, 'fuel.miles must be one of one_way, round_trip'],
  ])('%j is rejected', (fuel, ...errors) => {
    expect(read(fuel)).toEqual(errors);
  });
});

function expectedFrom(row: number): string {
  return `fuel.rows[${row}].from must be a number from 0 to 20 with at most 3 decimals`;
}

describe('fuel in a cell of a file', () => {
  it('is read as it was written, in every form', () => {
    fc.assert(
      fc.property(anyFuel, (fuel) => {
        const document = describeFuel(fuel);
        const cell = fuelCell(document);
        expect(parseFuelCell(cell)).toEqual(document);
        // Spreadsheets do not take it for a formula.
        expect(cell).toMatch(/^[a-z0-9]/);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['Included', 'included'],
    [' MARKET ', 'market'],
    ['18 %', '18%'],
    ['$0.42 / mile', '0.42/mi'],
    ['0,42 per mile', '0.42/mi'],
    ['0.42/mi (Round Trip)', '0.42/mi (round trip)'],
    ['Peg $1.25, 5.5 mpg (us)', 'peg 1.25 at 5.5 mpg (US)'],
    ['Peg 1.25 / 6mpg', 'peg 1.25 at 6 mpg'],
    ['table: 3.00 - 3.049 = 18% | 3.05=18.5%', 'table: 3-3.049=18%; 3.05+=18.5%'],
    ['Table (R20, round trip): 3 to 3.05=$0.4/mi; 3.05+=0.41/mi', undefined],
  ])('may be written as %s', (text, cell) => {
    const fuel = parseFuelCell(text);
    expect(fuel && fuelCell(fuel)).toBe(cell ?? 'table (R20, round trip): 3-3.05=0.4/mi; 3.05+=0.41/mi');
  });

  it.each(['', 'table: x=1', 'table: 3=18', '0.42', '('])('%j is none', (text) => {
    expect(parseFuelCell(text)).toBeUndefined();
  });
});
