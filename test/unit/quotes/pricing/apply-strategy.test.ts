import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OwnAccessorial } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import type { PricingStrategy, QuotedMove } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { ownEntry } from '../../../support/own-tariffs.ts';
import { anyMove, anyStrategy, SERVED } from '../../../support/pricing-strategies.ts';

const MOVE: QuotedMove = {
  equipment: 'dryvan',
  miles: 500,
  linehaulCents: 100_000,
  fuelCents: 20_000,
  terminal: undefined,
  requirements: [],
};

const price = (move: Partial<QuotedMove> = {}, strategy: Partial<PricingStrategy> = {}) =>
  applyStrategy({ ...MOVE, ...move }, { ...DEFAULT_STRATEGY, ...strategy });

const namesAndAmounts = (move: Partial<QuotedMove>, strategy: Partial<PricingStrategy> = {}) =>
  Object.fromEntries(
    price(move, strategy).accessorials.map(({ name, amountCents }) => [name, amountCents] as const),
  );

describe('the price of a quote', () => {
  it('is linehaul with markup, plus fuel without markup', () => {
    expect(price()).toEqual({
      baseRateCents: 115_000,
      fuelSurchargeCents: 20_000,
      fuelIncluded: false,
      accessorials: [],
      accessorialsCents: 0,
      excluded: [],
      scheduled: expect.any(Array),
      totalCents: 135_000,
      marginBaseCents: 100_000,
      marginPercent: 15,
    });
  });

  it('adds the markup to linehaul and fuel if fuel is included', () => {
    expect(price({}, { fuel: 'included' })).toMatchObject({
      baseRateCents: 138_000,
      fuelSurchargeCents: 0,
      totalCents: 138_000,
      marginBaseCents: 120_000,
      marginPercent: 15,
    });
  });

  it('uses the floor if the percentage gives less', () => {
    expect(price({ linehaulCents: 10_000 })).toMatchObject({ baseRateCents: 15_000, marginPercent: 50 });
    expect(price({ linehaulCents: 0, fuelCents: 0 })).toMatchObject({ totalCents: 5_000, marginPercent: 0 });
  });

  it('uses the margin band for its miles, with bands of the equipment first', () => {
    const strategy = {
      margins: [
        { fromMiles: 0, percent: 30, floorCents: 0 },
        { fromMiles: 500, percent: 10, floorCents: 0 },
      ],
      marginsByEquipment: { reefer: [{ fromMiles: 0, percent: 20, floorCents: 0 }] },
    };
    expect(price({ miles: 499.9 }, strategy).baseRateCents).toBe(130_000);
    expect(price({ miles: 500 }, strategy).baseRateCents).toBe(110_000);
    expect(price({ miles: 500, equipment: 'reefer' }, strategy).baseRateCents).toBe(120_000);
  });

  it.each([
    [50_024, 100, 'nearest', 100_000],
    [50_025, 100, 'nearest', 100_100],
    [50_001, 2_500, 'up', 102_500],
    [51_249, 2_500, 'down', 100_000],
    [50_000, 2_500, 'up', 100_000],
  ] as const)('rounds twice %i to %i, %s: %i', (linehaulCents, toCents, mode, rounded) => {
    // With 100% the rounded amount is above the floor, so the floor has no effect.
    const margins = [{ fromMiles: 0, percent: 100, floorCents: 0 }];
    expect(price({ linehaulCents }, { margins, rounding: { toCents, mode } }).baseRateCents).toBe(rounded);
  });

  it('rounds once: the markup is not rounded to the cent first', () => {
    const margins = [{ fromMiles: 0, percent: 33.33, floorCents: 0 }];
    // 1.3333 x 37.50 = 49.99875, rounded down to a dime: 49.90. Rounded to cents first, it would be 50.00.
    const { baseRateCents } = price(
      { linehaulCents: 3_750 },
      { margins, rounding: { toCents: 10, mode: 'down' } },
    );
    expect(baseRateCents).toBe(4_990);
  });

  it.each(['nearest', 'down'] as const)('never rounds to less than the floor: %s', (mode) => {
    const margins = [{ fromMiles: 0, percent: 0, floorCents: 5_000 }];
    const rounding = { toCents: 10_000, mode };
    expect(price({ linehaulCents: 96_000 }, { margins, rounding }).baseRateCents).toBe(110_000);
  });
});

describe('accessorials of a quote', () => {
  it('are the requested ones, with their usual quantity', () => {
    expect(price({ equipment: 'container_40', requirements: ['chassis', 'hazmat'] }).accessorials).toEqual([
      {
        name: 'chassis',
        title: 'Chassis',
        frequency: 'per day',
        quantity: 3,
        rateCents: 4_000,
        amountCents: 12_000,
        type: 'default',
      },
      expect.objectContaining({ name: 'hazmat', quantity: 1, amountCents: 20_000 }),
    ]);
  });

  it('include charges of the equipment without a request', () => {
    expect(namesAndAmounts({ equipment: 'flatrack' })).toEqual({ flatrack: 15_000 });
    expect(namesAndAmounts({ equipment: 'dryvan' })).toEqual({});
  });

  const LOS_ANGELES_FEES = { traffic_mitigation_fee: 7_756, clean_truck_fund: 2_000 };

  it.each([
    ['longBeach', 'container_45hc', LOS_ANGELES_FEES],
    ['longBeach', 'container_20', { traffic_mitigation_fee: 3_878, clean_truck_fund: 1_000 }],
    ['losAngelesRamp', 'container_40', {}],
    ['oict', 'container_20', { extended_gate_fee: 4_000 }],
    ['traPacOakland', 'container_40hc', { extended_gate_fee: 3_000 }],
    ['everportOakland', 'container_40', {}],
  ] as const)('are the fees of %s for %s if the strategy charges them', (at, equipment, fees) => {
    const atPort = { equipment, terminal: SERVED[at] };
    expect(namesAndAmounts(atPort)).toEqual({});
    expect(namesAndAmounts(atPort, { portFees: true })).toEqual(fees);
    expect(namesAndAmounts({ ...atPort, requirements: Object.keys(fees) }, { portFees: true })).toEqual(fees);
  });

  it('are only the requested fee without the others, and none without a terminal or for a trailer', () => {
    const move = { equipment: 'container_40', terminal: SERVED.longBeach } as const;
    expect(namesAndAmounts({ ...move, requirements: ['clean_truck_fund'] })).toEqual({
      clean_truck_fund: 2_000,
    });
    expect(namesAndAmounts({ equipment: 'container_40' }, { portFees: true })).toEqual({});
    expect(namesAndAmounts({ terminal: SERVED.losAngeles }, { portFees: true })).toEqual({});
  });

  it('have one generator set for every refrigerated container', () => {
    const reefer = { genset: 5_000, reefer_handling: 7_500 };
    expect(namesAndAmounts({ equipment: 'reefer_container_40' })).toEqual(reefer);
    expect(namesAndAmounts({ equipment: 'reefer_container_20', requirements: ['genset'] })).toEqual(reefer);
  });

  it('multiply by miles if the charge is per mile', () => {
    const [team] = price({ requirements: ['team_drivers'], miles: 500.3 }).accessorials;
    expect(team).toMatchObject({ quantity: 500.3, rateCents: 40, amountCents: 20_012 });
  });

  it("can be a percentage of the base rate: guaranteed with the strategy's percentage", () => {
    const requirements = ['guaranteed'];
    const guaranteed = { frequency: 'per load', quantity: 1 };
    expect(price({ requirements }).accessorials).toEqual([
      expect.objectContaining({ ...guaranteed, rateCents: 17_250, amountCents: 17_250, type: 'default' }),
    ]);
    expect(price({ requirements }, { guaranteedPercent: 20 }).accessorials).toEqual([
      expect.objectContaining({ ...guaranteed, rateCents: 23_000, amountCents: 23_000, type: 'custom' }),
    ]);
    expect(price({ equipment: 'container_20', requirements: ['drop_and_pick'] }).accessorials).toEqual([
      expect.objectContaining({ frequency: 'per container', quantity: 1, amountCents: 135_000 }),
    ]);
  });

  it('include the fuel of the second trip of drop and pick, whether fuel is separate or included', () => {
    const move = { equipment: 'container_20', requirements: ['drop_and_pick'] } as const;
    expect(namesAndAmounts(move, { fuel: 'included' })).toEqual({ drop_and_pick: 138_000 });
    const half = { accessorialOverrides: { drop_and_pick: { percentOfBase: 50 } } };
    expect(namesAndAmounts(move, half)).toEqual({ drop_and_pick: 67_500 });
    expect(namesAndAmounts({ ...move, requirements: ['guaranteed'] })).toEqual({ guaranteed: 17_250 });
  });

  it("use the strategy's overrides", () => {
    const accessorialOverrides = {
      chassis: { cents: 3_500 },
      prepull: { percentOfBase: 10 },
      drop_and_pick: { cents: 40_000 },
      guaranteed: { cents: 9_900 },
      flatrack: { cents: 0 },
    };
    const requirements = ['chassis', 'prepull', 'drop_and_pick', 'guaranteed', 'storage'];
    const { accessorials } = price({ equipment: 'flatrack', requirements }, { accessorialOverrides });
    expect(Object.fromEntries(accessorials.map((one) => [one.name, one]))).toMatchObject({
      chassis: { quantity: 3, rateCents: 3_500, amountCents: 10_500, type: 'custom' },
      prepull: { frequency: 'per load', quantity: 1, amountCents: 11_500, type: 'custom' },
      drop_and_pick: { quantity: 1, amountCents: 40_000, type: 'custom' },
      guaranteed: { amountCents: 9_900, type: 'custom' },
      flatrack: { amountCents: 0, type: 'custom' },
      storage: { amountCents: 5_000, type: 'default' },
    });
  });
});

describe('excluded charges of a quote', () => {
  const excludedOf = (move: Partial<QuotedMove>, strategy: Partial<PricingStrategy> = {}) =>
    price(move, strategy).excluded;
  const namesOf = (move: Partial<QuotedMove>, strategy: Partial<PricingStrategy> = {}) =>
    excludedOf(move, strategy).map(({ name }) => name);

  it('have the chassis of a container, with its usual price and reason', () => {
    expect(excludedOf({ equipment: 'container_40' })).toEqual([
      {
        name: 'chassis',
        title: 'Chassis',
        frequency: 'per day',
        quantity: 3,
        rateCents: 4_000,
        amountCents: 12_000,
        type: 'default',
        reason: 'A container moves on a chassis, which is rented by the day.',
      },
    ]);
    expect(excludedOf({ equipment: 'container_45hc' })).toMatchObject([
      { name: 'chassis', rateCents: 5_000 },
    ]);
  });

  it('are empty for trailers, and omit a charged chassis', () => {
    for (const equipment of ['dryvan', 'reefer', 'flatbed'] as const)
      expect(excludedOf({ equipment })).toEqual([]);
    expect(namesOf({ equipment: 'container_20', requirements: ['chassis'] })).toEqual([]);
    expect(namesOf({ equipment: 'container_20', requirements: ['triaxle'] })).toEqual([]);
  });

  it('have the cleaning of a tank; the tank charge includes the chassis', () => {
    expect(namesOf({ equipment: 'iso_tank' })).toEqual(['tank_cleaning']);
    expect(namesOf({ equipment: 'iso_tank', requirements: ['tank_cleaning'] })).toEqual([]);
  });

  it('have the fees of the terminal, unless they are charged', () => {
    const move = {
      equipment: 'container_40',
      terminal: SERVED.losAngeles,
      requirements: ['chassis'],
    } as const;
    expect(namesOf(move)).toEqual(['traffic_mitigation_fee', 'clean_truck_fund']);
    expect(namesOf({ ...move, requirements: ['chassis', 'clean_truck_fund'] })).toEqual([
      'traffic_mitigation_fee',
    ]);
    expect(namesOf(move, { portFees: true })).toEqual([]);
  });

  it("use the strategy's charges", () => {
    const accessorialOverrides = { chassis: { cents: 4_500 } };
    expect(excludedOf({ equipment: 'container_40' }, { accessorialOverrides })).toMatchObject([
      { rateCents: 4_500, amountCents: 13_500, type: 'custom' },
    ]);
  });
});

describe('prices by an own tariff', () => {
  const tariff = (...accessorials: readonly OwnAccessorial[]) => ({
    version: 1,
    updatedAt: '',
    accessorials,
  });

  const MOVE: QuotedMove = {
    equipment: 'container_40',
    miles: 120,
    linehaulCents: 100_000,
    fuelCents: 10_000,
    terminal: SERVED.losAngeles,
    requirements: [],
    pickupDay: '2026-10-09',
  };

  const price = (
    requirements: readonly string[],
    entries: readonly OwnAccessorial[],
    strategy: Partial<PricingStrategy> = {},
  ) =>
    applyStrategy(
      { ...MOVE, requirements },
      { ...DEFAULT_STRATEGY, ...strategy, tariff: tariff(...entries) },
    );

  it('without entries are as without a tariff', () => {
    fc.assert(
      fc.property(anyMove, anyStrategy, (move, strategy) => {
        const withTariff = { ...strategy, tariff: tariff() };
        expect(applyStrategy({ ...move, pickupDay: '2026-10-09' }, withTariff)).toEqual(
          applyStrategy(move, strategy),
        );
      }),
    );
  });

  it('are amounts for the quantity without its free time', () => {
    const detention = ownEntry({ name: 'detention', frequency: 'per hour', charge: { cents: 80_00 } });
    const quoted = (defaultQuantity: number, freeTime: number) =>
      price(['detention'], [{ ...detention, defaultQuantity, freeTime }]).accessorials[0];
    expect(quoted(5, 2)).toMatchObject({
      quantity: 3,
      rateCents: 80_00,
      amountCents: 240_00,
      type: 'custom',
    });
    expect(quoted(2, 2)).toMatchObject({ quantity: 0, amountCents: 0 });
  });

  it('include own charges that always come with the equipment, and not those switched off', () => {
    const always = ownEntry({
      name: 'admin',
      title: 'Admin',
      occasion: 'by equipment',
      charge: { cents: 5_00 },
    });
    const names = (...entries: OwnAccessorial[]) => price([], entries).accessorials.map(({ name }) => name);
    expect(names(always)).toEqual(['admin']);
    expect(names({ ...always, enabled: false })).toEqual([]);
    const excluded = price([], [ownEntry({ name: 'chassis', enabled: false })]).excluded.map(
      ({ name }) => name,
    );
    expect(excluded).not.toContain('chassis');
  });

  it('include no charge of the equipment that a requested charge replaces, unless it is requested as well', () => {
    const chassis = ownEntry({ name: 'chassis', occasion: 'by equipment' });
    const names = (...requirements: readonly string[]) =>
      price(requirements, [chassis]).accessorials.map(({ name }) => name);
    expect(names()).toEqual(['chassis']);
    expect(names('triaxle')).toEqual(['triaxle']);
    expect(names('triaxle', 'chassis').toSorted()).toEqual(['chassis', 'triaxle']);
  });

  it('of guaranteed service give way to a percentage of the strategy that is not the usual one', () => {
    const own = ownEntry({ name: 'guaranteed', charge: { percentOfBase: 10 } });
    const source = (guaranteedPercent: number) =>
      price(['guaranteed'], [own], { guaranteedPercent }).accessorials[0]?.source;
    expect(source(15)).toBe('own_tariff');
    expect(source(20)).toBe('pricing_strategy');
  });
});
describe('any quote under any strategy', () => {
  const RUNS = { numRuns: 2_000 };
  const bandOf = (move: QuotedMove, { margins, marginsByEquipment }: PricingStrategy) =>
    (marginsByEquipment[move.equipment] ?? margins).filter(({ fromMiles }) => fromMiles <= move.miles).at(-1);

  it('adds up exactly, in whole cents that are never negative', () => {
    const check = (move: QuotedMove, strategy: PricingStrategy) => {
      const priced = applyStrategy(move, strategy);
      const parts = [priced.baseRateCents, priced.fuelSurchargeCents];
      const amounts = priced.accessorials.map(({ amountCents }) => amountCents);
      expect(priced.totalCents).toBe([...parts, ...amounts].reduce((sum, part) => sum + part, 0));
      for (const whole of [...parts, ...amounts, priced.totalCents])
        expect(Number.isSafeInteger(whole) && whole >= 0).toBe(true);
      for (const { rateCents, quantity, amountCents } of priced.accessorials)
        expect(Math.abs(amountCents - rateCents * quantity)).toBeLessThanOrEqual(0.5);
    };
    fc.assert(fc.property(anyMove, anyStrategy, check), RUNS);
  });

  it('has a base rate on a rounding step, within one step of the markup and never below the floor', () => {
    const check = (move: QuotedMove, strategy: PricingStrategy) => {
      const { baseRateCents, marginBaseCents } = applyStrategy(move, strategy);
      const { percent = 0, floorCents = 0 } = bandOf(move, strategy) ?? {};
      const { toCents, mode } = strategy.rounding;
      const exact = marginBaseCents + Math.max((marginBaseCents * percent) / 100, floorCents);
      const apart = baseRateCents - exact;
      // Tolerance for floating-point errors in amounts of some hundred thousand dollars.
      const dust = 1e-4;
      expect(baseRateCents % toCents).toBe(0);
      expect(baseRateCents).toBeGreaterThanOrEqual(marginBaseCents + floorCents);
      expect(Math.abs(apart)).toBeLessThan(toCents + dust);
      if (mode === 'up') expect(apart).toBeGreaterThan(-dust);
      const heldByFloor = baseRateCents - toCents < marginBaseCents + floorCents;
      if (mode === 'down' && !heldByFloor) expect(apart).toBeLessThan(dust);
      if (mode === 'nearest' && !heldByFloor) expect(Math.abs(apart)).toBeLessThan(toCents / 2 + dust);
    };
    fc.assert(fc.property(anyMove, anyStrategy, check), RUNS);
  });

  it('charges every requirement, and charges or excludes each accessorial at most once', () => {
    const check = (move: QuotedMove, strategy: PricingStrategy) => {
      const { accessorials, excluded } = applyStrategy(move, strategy);
      const names = [...accessorials, ...excluded].map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      const charged = names.slice(0, accessorials.length);
      expect(charged).toEqual(expect.arrayContaining([...move.requirements]));
    };
    fc.assert(fc.property(anyMove, anyStrategy, check), RUNS);
  });
});
