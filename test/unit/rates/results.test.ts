import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import {
  type OwnAccessorial,
  type OwnTariff,
  UNSET_TARIFF,
} from '../../../shared/costs/accessorials/own-tariff.ts';
import { servedTerminal, TARIFF } from '../../../shared/costs/accessorials/tariff.ts';
import { CONTAINER_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import { usd } from '../../../shared/costs/model/cents.ts';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import { cellOf } from '../../../shared/market/cells/market-cell.ts';
import { LANE_LEVELS, pricedKind } from '../../../shared/market/loads/market-levels.ts';
import { weekNumber } from '../../../shared/platform/time/utc-calendar.ts';
import { priceAccessorials } from '../../../shared/quotes/pricing/apply-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import {
  laneExclusions,
  laneSurcharges,
  laneTariff,
  requestedCharges,
} from '../../../shared/rates/derive-rate.ts';
import type { LaneTerms } from '../../../shared/rates/lane.ts';
import { priceLanesResponse } from '../../../shared/rates/rates-document.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { anyOwnEntry, ownEntry } from '../../support/own-tariffs.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

/** The current day of the fakes: a Wednesday in the diesel week of 2026-10-05. */
const TODAY = '2026-10-07';
const at = (moment: string) => ({ now: () => new Date(moment) });

async function rate(
  terms: Parameters<typeof lane>[0] = {},
  changes: Parameters<typeof ratingUnderTest>[0] = {},
) {
  const outcome = await ratingUnderTest(changes).priceLanes([lane(terms)], CALLER);
  if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
  const { data } = v.parse(priceLanesResponse, outcome.body);
  const [row] = data;
  if (row === undefined) throw new Error('no result');
  return row;
}
const analysisOf = async (...given: Parameters<typeof rate>) => (await rate(...given)).analysis;

describe('a priced lane', () => {
  it('is based on linehaul and fuel of the origin, and reports its basis', async () => {
    const { origin, destination, analysis } = await rate({}, { miles: 40 });
    expect(origin).toEqual({
      ...{ terminal: 'West Harbor', type: 'marine', city: 'San Pedro', state: 'CA' },
      coordinates: [33.7, -118.2],
    });
    expect(destination).toEqual({ city: 'Ontario', state: 'CA', zip: '91761', coordinates: [34, -117] });
    expect(analysis).toMatchObject({
      ...{ suggestedRate: 532.4, ratePerMile: 13.31, distance: 40, activity: 'high', trend: 'rising' },
      basis: { level: 'model', observations: 0, since: '', asOf: '2026-10-05', source: 'cost model' },
      fuel: {
        ...{ amount: 99.05, perMile: 2.48, dieselPrice: 8.06, dieselRegion: 'California' },
        ...{ dieselDate: '2026-10-05', estimated: true, included: true },
      },
      tolls: { amount: 0, included: true, facilities: [], as_of: '2026-11-29' },
      ...{ distanceSource: 'test road', warnings: [] },
    });
    const { entries } = analysis.timeline;
    expect(entries.at(-1)).toEqual({ date: '2026-10-05', rate: analysis.suggestedRate });
    expect(entries[0]?.date).toBe('2026-07-13');
    expect(entries[0]?.rate).toBeLessThan(analysis.suggestedRate);
  });

  it('distinguishes a rising and a falling trend', async () => {
    const september = await analysisOf({}, { miles: 600, ...at('2026-09-23T00:00:00Z') });
    const july = await analysisOf({}, { miles: 600, ...at('2026-07-01T00:00:00Z') });
    expect([september.trend, july.trend]).toEqual(['rising', 'falling']);
  });

  const FLOODED: RoadDistances = {
    between: async () => ({ routable: true, miles: 40, source: 'test road', warnings: ['It floods.'] }),
  };
  it.each<[string, Parameters<typeof rate>, string]>([
    [
      'a stale diesel price',
      [{}, at('2026-11-21T05:00:00Z')],
      'Diesel price is from 2026-10-05; the fuel surcharge may be inaccurate.',
    ],
    [
      'a diesel price that is later than the date',
      [{ date: '2025-08-01' }, at('2026-08-01T00:00:00Z')],
      'Diesel price is from 2025-09-29, after the requested date; the fuel surcharge may be inaccurate.',
    ],
    ['a doubt of the geocoder', [{ destinationCity: 'Unsure' }], 'City and ZIP disagree: the ZIP counts.'],
    [
      'an abbreviation',
      [{ destinationCity: 'Nowhr', destinationZip: undefined }],
      '"Nowhr" is read as Nowhere, CA.',
    ],
    ['a doubt about the distance', [{}, { roadDistances: FLOODED }], 'It floods.'],
    [
      'a date in the future',
      [{ date: '2027-10-07' }],
      '2027-10-07 is in the future: priced as of 2026-10-07; the diesel price may change.',
    ],
  ])('has a warning and less confidence for %s', async (_, given, warning) => {
    const [terms, changes] = given;
    const doubtful = await analysisOf(terms, { miles: 40, ...changes });
    expect(doubtful.warnings).toEqual([warning]);
    expect(doubtful.confidenceScore).toBeLessThan((await analysisOf()).confidenceScore);
  });

  it('rounds the miles to one decimal, prices the rounded miles, and has at least a tenth of a mile', async () => {
    expect(await analysisOf({}, { miles: 33.04 })).toEqual(await analysisOf({}, { miles: 33 }));
    const { distance, ratePerMile } = await analysisOf({}, { miles: 0 });
    expect([distance, Number.isFinite(ratePerMile)]).toEqual([0.1, true]);
  });

  it('is in its range, is positive, and never falls when the miles rise', async () => {
    const fields = fc.record({
      originTerminal: fc.constantFrom('West Harbor', 'Prairie Ramp', 'Valley Inland Port', 'Isla Wharf'),
      destinationState: fc.constantFrom('CA', 'TX', 'NJ'),
      destinationZip: fc.constantFrom(undefined, '07047', '60632-1234'),
      equipment: fc.constantFrom(undefined, ...CONTAINER_EQUIPMENT),
      date: fc.constantFrom(undefined, '2026-01-31', '2027-01-31'),
    });
    const miles = fc.double({ min: 0, max: 3_000, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fields, miles, miles, async (terms, one, other) => {
        const near = await analysisOf(terms, { miles: Math.min(one, other) });
        const far = await analysisOf(terms, { miles: Math.max(one, other) });
        expect(near.suggestedRate).toBeGreaterThan(0);
        expect(near.rateRange.min).toBeLessThanOrEqual(near.suggestedRate);
        expect(near.rateRange.max).toBeGreaterThanOrEqual(near.suggestedRate);
        expect(far.suggestedRate).toBeGreaterThanOrEqual(near.suggestedRate);
      }),
    );
  });
});

describe('the date of a lane', () => {
  it.each([
    ['2025-10-06', false],
    ['2025-10-07', true],
    [TODAY, true],
    ['2027-10-07', true],
    ['2027-10-08', false],
    ['9999-12-31', false],
  ])('%s, at most 365 days away, is accepted: %s', async (date, accepted) => {
    const outcome = await ratingUnderTest().priceLanes([lane({ date })], CALLER);
    const errors = [{ index: 0, errors: ['date must be from 2025-10-07 to 2027-10-07'] }];
    expect(outcome.ok ? [] : outcome.rejection.topLevelMembers?.errors).toEqual(accepted ? [] : errors);
  });
});

describe('surcharges of a lane', () => {
  it('add up and do not change the rate', async () => {
    const { suggestedRate, rateRange, timeline } = await analysisOf();
    const terms = fc.record({
      equipment: fc.constantFrom(...CONTAINER_EQUIPMENT),
      hazmat: fc.boolean(),
      overweight: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(terms, async (asked) => {
        const { surcharges, surchargesTotal, excluded, ...rest } = await analysisOf(asked);
        const names = [...surcharges, ...excluded].map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(rest).toMatchObject({ suggestedRate, rateRange, timeline });
        expect(surchargesTotal).toBeCloseTo(
          surcharges.reduce((sum, { amount }) => sum + amount, 0),
          2,
        );
      }),
    );
  });
});

const tariffOf = (accessorials: readonly OwnAccessorial[]): OwnTariff => ({
  ...{ version: 1, updatedAt: '', accessorials },
});

describe('the charges of a lane', () => {
  const anyTerms: fc.Arbitrary<LaneTerms> = fc.record({
    equipment: fc.constantFrom(...CONTAINER_EQUIPMENT),
    hazmat: fc.boolean(),
    overweight: fc.boolean(),
    date: fc.integer({ min: 10, max: 28 }).map((day) => `2026-10-${day}`),
  });
  const anyTerminal = fc.constantFrom(...loadTerminals());
  const anyMove = fc.record({
    miles: fc.integer({ min: 1, max: 30_000 }).map((tenths) => tenths / 10),
    baseRateCents: fc.integer({ min: 1, max: 5_000_000 }),
    fuelSurchargeCents: fc.integer({ min: 0, max: 500_000 }),
  });
  /** Entries of names that lanes can have. */
  const anyName = fc.constantFrom('hazmat', 'overweight', 'genset', 'chassis', 'triaxle', 'own_fee');
  const anyEntries = fc.array(
    fc.tuple(anyOwnEntry, anyName).map(([entry, name]) => ({ ...entry, name })),
    { maxLength: 6 },
  );

  it('without an own tariff are those of the base tariff, each for its quantity', () => {
    fc.assert(
      fc.property(anyTerms, anyTerminal, anyMove, (terms, terminal, move) => {
        const charges = laneTariff({ terms, terminal }, UNSET_TARIFF);
        const ofEquipment = TARIFF.filter(({ equipment }) => equipment.includes(terms.equipment));
        const wanted = [
          ...ofEquipment.filter(({ occasion }) => occasion === 'by equipment'),
          ...requestedCharges(terms).flatMap((asked) => ofEquipment.filter(({ name }) => name === asked)),
        ].map(({ name, title, frequency, source, defaultQuantity: quantity, charge }) => {
          const cents = 'cents' in charge ? charge.cents : Number.NaN;
          const amounts = { amount: (cents * quantity) / 100, rate: cents / 100, quantity };
          return { name, title, ...amounts, frequency, source };
        });
        expect(laneSurcharges(terms, charges, move)).toEqual(wanted);
      }),
    );
  });

  it('by an own tariff are those of a quote with the same base rate, day and terminal', () => {
    fc.assert(
      fc.property(anyTerms, anyTerminal, anyMove, anyEntries, (terms, terminal, move, entries) => {
        const { miles, ...price } = move;
        const quoted = priceAccessorials(
          {
            ...{ miles, equipment: terms.equipment, terminal: servedTerminal(terminal) },
            ...{ linehaulCents: 0, fuelCents: 0 },
            ...{ requirements: requestedCharges(terms), pickupDay: terms.date },
          },
          { ...DEFAULT_STRATEGY, tariff: tariffOf(entries) },
          price,
        );
        const charges = laneTariff({ terms, terminal }, tariffOf(entries));
        const amounts = (all: readonly { readonly name: string; readonly amount: number }[]) =>
          all.map(({ name, amount }) => `${name} ${amount}`).toSorted();
        const inUsd = (all: readonly { readonly name: string; readonly amountCents: number }[]) =>
          amounts(all.map(({ name, amountCents }) => ({ name, amount: usd(amountCents) })));
        expect(amounts(laneSurcharges(terms, charges, move))).toEqual(inUsd(quoted.accessorials));
        expect(amounts(laneExclusions(terms, charges, move))).toEqual(inUsd(quoted.excluded));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('rates by an own tariff', () => {
  const analysisBy = (
    entries: readonly OwnAccessorial[],
    terms: Parameters<typeof lane>[0] = {},
    ports: Parameters<typeof ratingUnderTest>[0] = {},
  ) => analysisOf({ hazmat: true, ...terms }, { tariffs: { read: async () => tariffOf(entries) }, ...ports });
  const HAZMAT = ownEntry({ name: 'hazmat', title: 'Hazardous cargo', charge: { cents: 312_50 } });

  it('have no surcharge that the tariff switches off, and a warning', async () => {
    const off = await analysisBy([{ ...HAZMAT, enabled: false }]);
    const warning = 'Your accessorial tariff has no charge "hazmat" for this lane.';
    expect(off).toMatchObject({ surcharges: [], surchargesTotal: 0 });
    expect(off.warnings).toContain(warning);
    expect((await analysisBy([HAZMAT])).warnings).not.toContain(warning);
  });

  it('calculate percentages from the linehaul of the market, also of charges that are not included', async () => {
    const loads = Array.from({ length: 60 }, (_, position) => ({
      ...{ week: weekNumber('2026-10-05') - Math.floor(position / 2), kind: pricedKind({ miles: 33 }) },
      ...{ residual: 0.2, contributor: 'us' },
    }));
    const own = Object.fromEntries(LANE_LEVELS.map((level) => [level, cellOf(loads)]));
    const tenPercent = { charge: { percentOfBase: 10 } } as const;
    const entries = [{ ...HAZMAT, ...tenPercent }, ownEntry({ name: 'chassis', ...tenPercent })];
    for (const [lanes, source] of [
      [{ read: async () => [{ market: {}, own }] }, 'own loads'],
      [{ read: async () => [{ market: {}, own: {} }] }, 'cost model'],
    ] as const) {
      const analysis = await analysisBy(entries, {}, { lanes });
      expect(analysis.basis.source).toBe(source);
      const tenth = (analysis.suggestedRate - analysis.fuel.amount) / 10;
      expect(analysis.surcharges[0]?.amount).toBeCloseTo(tenth, 1);
      expect(analysis.excluded.find(({ name }) => name === 'chassis')?.amount).toBeCloseTo(tenth, 1);
    }
  });

  it('answer a quantity of 0 if the free time covers all of it', async () => {
    const free = { freeTime: 3, defaultQuantity: 3, frequency: 'per day' } as const;
    const chassis = ownEntry({ name: 'chassis', ...free });
    const detention = ownEntry({ name: 'detention', occasion: 'by equipment', ...free });
    expect(await analysisBy([chassis, detention], { hazmat: false })).toMatchObject({
      surcharges: [{ name: 'detention', quantity: 0, amount: 0 }],
      excluded: [{ name: 'chassis', quantity: 0, amount: 0 }],
    });
  });
});
