import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  type OwnAccessorial,
  type OwnTariff,
  UNSET_TARIFF,
} from '../../../shared/costs/accessorials/own-tariff.ts';
import { servedTerminal } from '../../../shared/costs/accessorials/served-terminal.ts';
import { TARIFF } from '../../../shared/costs/accessorials/tariff.ts';
import { CONTAINER_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import { usd } from '../../../shared/costs/model/cents.ts';
import { cellOf } from '../../../shared/market/cells/merge-cells.ts';
import { LANE_LEVELS, pricedKind } from '../../../shared/market/loads/market-levels.ts';
import { weekNumber } from '../../../shared/platform/time/utc-week.ts';
import { priceAccessorials } from '../../../shared/quotes/pricing/price-accessorials.ts';
import { DEFAULT_STRATEGY } from '../../../shared/quotes/strategy/default-strategy.ts';
import type { LaneTerms } from '../../../shared/rates/lane.ts';
import {
  laneExclusions,
  laneSurcharges,
  laneTariff,
  requestedCharges,
} from '../../../shared/rates/lane-surcharges.ts';
import { priceLanesResponse } from '../../../shared/rates/rates-document.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { anyOwnEntry, ownEntry } from '../../support/own-tariffs.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

const tariffOf = (accessorials: readonly OwnAccessorial[]): OwnTariff => ({
  version: 1,
  updatedAt: '',
  accessorials,
});

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
const anyEntries = fc.array(
  fc
    .tuple(anyOwnEntry, fc.constantFrom('hazmat', 'overweight', 'genset', 'chassis', 'triaxle', 'own_fee'))
    .map(([entry, name]) => ({ ...entry, name })),
  { maxLength: 6 },
);

describe('the charges of a lane', () => {
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
  const analysisBy = async (
    entries: readonly OwnAccessorial[],
    terms: Parameters<typeof lane>[0] = {},
    ports: Parameters<typeof ratingUnderTest>[0] = {},
  ) => {
    const tariffs = { read: async () => tariffOf(entries) };
    const rating = ratingUnderTest({ tariffs, ...ports });
    const outcome = await rating.priceLanes([lane({ hazmat: true, ...terms })], CALLER);
    if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
    const [result] = outcome.body.data;
    if (result === undefined) throw new Error('no result');
    return result.analysis;
  };
  const HAZMAT = ownEntry({ name: 'hazmat', title: 'Hazardous cargo', charge: { cents: 312_50 } });

  it('have its amounts as surcharges, and the same rate', async () => {
    const plain = await analysisBy([]);
    const own = await analysisBy([HAZMAT]);
    expect(own).toEqual({
      ...plain,
      surcharges: [
        {
          ...{ name: 'hazmat', title: 'Hazardous cargo', amount: 312.5, rate: 312.5, quantity: 1 },
          ...{ frequency: 'per container', source: 'accessorial tariff of the organization' },
        },
      ],
      surchargesTotal: 312.5,
    });
  });

  it('use the entries of the day of the lane', async () => {
    const until = [{ ...HAZMAT, to: '2026-10-20' }];
    expect((await analysisBy(until, { date: '2026-10-20' })).surchargesTotal).toBe(312.5);
    expect((await analysisBy(until, { date: '2026-10-21' })).surchargesTotal).toBe(200);
  });

  it('have no surcharge that the tariff switches off, and a warning', async () => {
    const off = await analysisBy([{ ...HAZMAT, enabled: false }]);
    const warning = 'Your accessorial tariff has no charge "hazmat" for this lane.';
    expect(off).toMatchObject({ surcharges: [], surchargesTotal: 0 });
    expect(off.warnings).toContain(warning);
    expect((await analysisBy([HAZMAT])).warnings).not.toContain(warning);
  });

  it('calculate percentages from the linehaul', async () => {
    const { suggestedRate, fuel, surcharges } = await analysisBy([
      { ...HAZMAT, charge: { percentOfBase: 10 } },
    ]);
    expect(surcharges[0]?.amount).toBeCloseTo((suggestedRate - fuel.amount) / 10, 2);
  });

  it('calculate percentages from the linehaul of the market, also of charges that are not included', async () => {
    const loads = Array.from({ length: 60 }, (_, position) => ({
      week: weekNumber('2026-10-05') - Math.floor(position / 2),
      kind: pricedKind(33),
      residual: 0.2,
      contributor: 'us',
    }));
    const own = Object.fromEntries(LANE_LEVELS.map((level) => [level, cellOf(loads)]));
    const lanes = { read: async () => [{ market: {}, own }] };
    const tenPercent = { charge: { percentOfBase: 10 } } as const;
    const entries = [{ ...HAZMAT, ...tenPercent }, ownEntry({ name: 'chassis', ...tenPercent })];

    const { basis, suggestedRate, fuel, surcharges, excluded } = await analysisBy(entries, {}, { lanes });

    expect(basis.source).toBe('own loads');
    const tenth = (suggestedRate - fuel.amount) / 10;
    expect(surcharges[0]?.amount).toBeCloseTo(tenth, 2);
    expect(excluded.find(({ name }) => name === 'chassis')?.amount).toBeCloseTo(tenth, 2);
  });

  it('answer a quantity of 0 if the free time covers all of it', async () => {
    const free = { freeTime: 3, defaultQuantity: 3, frequency: 'per day' } as const;
    const chassis = ownEntry({ name: 'chassis', ...free });
    const detention = ownEntry({ name: 'detention', occasion: 'by equipment', ...free });
    const tariffs = { read: async () => tariffOf([chassis, detention]) };
    const outcome = await ratingUnderTest({ tariffs }).priceLanes([lane()], CALLER);

    if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
    const { data } = v.parse(priceLanesResponse, outcome.body);
    expect(data[0]?.analysis).toMatchObject({
      surcharges: [{ name: 'detention', quantity: 0, amount: 0 }],
      excluded: [{ name: 'chassis', quantity: 0, amount: 0 }],
    });
  });
});
