import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contractPrice, reachedTier } from '../../../shared/contracts/rate/contract-price.ts';
import {
  type ContractRate,
  RATE_TYPES,
  type VolumeTier,
} from '../../../shared/contracts/rate/contract-rate.ts';
import {
  doorGeographies,
  resolveContractGeography,
  terminalGeographies,
} from '../../../shared/contracts/rate/resolve-contract-geography.ts';
import { selectContractRate } from '../../../shared/contracts/rate/select-contract-rate.ts';
import { customerKey, matchCustomer } from '../../../shared/customers/customer-names.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../shared/terminals/catalogue/terminal.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { namedCustomer } from '../../support/named-customer.ts';
import { contractRate } from './contract-rates.ts';
import {
  contains,
  type End,
  endAt,
  keyedGeography,
  keysOf,
  LEVELS,
  STOPS,
  type Stop,
} from './naive-places.ts';

const places = createEmbeddedGeocoder();
const catalogue = loadTerminals();
const sources = { places, terminals: buildEmbeddedDirectory(catalogue) };

const resolve = (text: string) => resolveContractGeography(sources, text);
const geographyOf = (text: string) => {
  const resolved = resolve(text);
  if ('fault' in resolved) throw new Error(`${text} ${resolved.fault}`);
  return resolved.geography;
};
const faultOf = (text: string) => {
  const resolved = resolve(text);
  return 'fault' in resolved ? resolved.fault : JSON.stringify(resolved.geography);
};

describe('the geography of a contract rate', () => {
  it.each([
    ['*', 'any:*', '*'],
    [' 30318 ', 'zip:30318', '30318'],
    ['Atlanta, GA 30318', 'zip:30318', '30318'],
    ['303', 'zip3:303', '303'],
    ['atlanta, ga', 'city:GA atlanta', 'Atlanta, GA'],
    ['St Louis, Missouri', 'city:MO saintlouis', 'St. Louis, MO'],
    ['ga', 'state:GA', 'GA'],
    ['ussav', 'port:USSAV', 'USSAV'],
    ['USEWR', 'port:USNYC', 'USNYC'],
    ['Port of Savannah', 'port:USSAV', 'USSAV'],
    ['USATL', 'city:GA atlanta', 'Atlanta, GA'],
  ])('%s is %s', (text, key, canonical) => {
    expect(geographyOf(text)).toEqual({ key, text: canonical });
  });

  it('has a text that is resolved to the same geography', () => {
    const texts = ['303', '30318', 'LA, CA', 'Winston-Salem NC', 'USLAX', 'nwsa tacoma', 'TX', '*']
      .filter((text) => 'geography' in resolve(text))
      .concat(catalogue.map(({ name }) => name));
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) {
      const geography = geographyOf(text);
      expect(geographyOf(geography.text)).toEqual(geography);
    }
    for (const terminal of catalogue) {
      const { name } = terminal;
      expect(geographyOf(name)).toEqual({ key: `terminal:${stableTerminalId(terminal)}`, text: name });
    }
  });

  it('is the ZIP code, with a warning, if its city is a suburb of the one that is named', () => {
    expect(resolve('Etna, OH 43062')).toEqual({
      geography: { key: 'zip:43062', text: '43062' },
      warnings: ['ZIP code 43062 is in Pataskala, OH, not in Etna. The ZIP code is used.'],
    });
  });

  it('is a fault if the text is unknown, ambiguous or contradicts itself', () => {
    expect(faultOf('Nowhere at all')).toMatch(/^must be a terminal name, ZIP code/);
    expect(faultOf('')).toMatch(/^must be a terminal name, ZIP code/);
    expect(faultOf('000')).toBe('must have known ZIP codes; none begins with 000');
    expect(faultOf('Springfield')).toMatch(/^is ambiguous; send one of Springfield, /);
    expect(faultOf('Northwest Seaport Alliance')).toMatch(/^is ambiguous; send one of USSEA; USTIW/);
    expect(faultOf('Atlanta, GA 90001')).toMatch(/^is ambiguous; send one of /);
    expect(faultOf('Macon, GA 30318')).toMatch(/^must be one place: ZIP code 30318 is in Atlanta, GA/);
    expect(faultOf('Atlanta, GA 00000')).toMatch(/^must be one place: ZIP code 00000 is unknown/);
  });
});

describe('the geographies of a stop', () => {
  it('contain a terminal by itself, its ZIP code, both cities, its port and state', () => {
    const terminal = catalogue.find(({ city, port }) => city === 'San Pedro' && port === 'USLAX');
    if (terminal === undefined) throw new Error('no terminal in San Pedro');
    expect(terminalGeographies(terminal)).toEqual([
      `terminal:${stableTerminalId(terminal)}`,
      `zip:${terminal.zip}`,
      `zip3:${terminal.zip.slice(0, 3)}`,
      'city:CA sanpedro',
      'city:CA losangeles',
      'port:USLAX',
      'state:CA',
      'any:*',
    ]);
  });

  it('contain a terminal by the city of its port in another state', () => {
    const terminal = catalogue.find(({ name }) => name === 'Maher Terminals');
    const keys = terminal === undefined ? [] : terminalGeographies(terminal);
    const cities = keys.filter((key) => key.startsWith('city:'));
    expect(cities).toEqual(['city:NJ elizabeth', 'city:NY newyork']);
  });

  it('contain a door by its ZIP code only if the caller named it', () => {
    const door = { city: 'Atlanta', state: 'GA', zip: '30303' };
    expect(doorGeographies(door, true)).toEqual([
      ...['zip:30303', 'zip3:303', 'city:GA atlanta', 'state:GA', 'any:*'],
    ]);
    expect(doorGeographies(door, false)).toEqual(['zip3:303', 'city:GA atlanta', 'state:GA', 'any:*']);
    expect(doorGeographies({ ...door, zip: '' }, true)).toEqual(['city:GA atlanta', 'state:GA', 'any:*']);
  });
});

/** A rate in the oracle's own words. */
interface Row {
  readonly rate: ContractRate;
  readonly from: End;
  readonly to: End;
}

interface Wanted {
  readonly customer: string;
  readonly from: Stop;
  readonly to: Stop;
  readonly equipment: ContractRate['equipment'];
  readonly day: string;
}

/** Keeps the rows with the least rank, criterion by criterion. */
function oracle(rows: readonly Row[], wanted: Wanted): string | undefined {
  const plain = (name: string) => name.trim().toLowerCase().replaceAll('é', 'e');
  const matching = rows.filter(
    ({ rate, from, to }) =>
      (rate.customer === '' || plain(rate.customer) === plain(wanted.customer)) &&
      rate.equipment === wanted.equipment &&
      contains(from, wanted.from) &&
      contains(to, wanted.to) &&
      Date.parse(rate.effectiveFrom) <= Date.parse(wanted.day) &&
      Date.parse(wanted.day) <= Date.parse(rate.effectiveTo ?? '9999-12-31'),
  );
  const ranks: ((row: Row) => number)[] = [
    ({ rate }) => (rate.customer === '' ? 1 : 0),
    ({ from }) => LEVELS.indexOf(from.level),
    ({ to }) => LEVELS.indexOf(to.level),
    ({ rate }) => -Date.parse(rate.effectiveFrom),
    ({ rate }) => -rows.filter((other) => other.rate.rateId < rate.rateId).length,
  ];
  let left = matching;
  for (const rank of ranks) {
    const least = Math.min(...left.map(rank));
    left = left.filter((row) => rank(row) === least);
  }
  return left[0]?.rate.rateId;
}

const anyStop = fc.constantFrom(...STOPS);
const anyEnd = fc.tuple(fc.constantFrom(...LEVELS), anyStop).map((end) => endAt(...end));
const anyDay = fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}`);
const anyEquipment = fc.constantFrom('container_40', 'container_40', 'container_40', 'dryvan');
const anyRow: fc.Arbitrary<Row> = fc
  .record({
    from: anyEnd,
    to: anyEnd,
    customer: fc.constantFrom('', 'Acmé', 'ACME ', 'Other'),
    equipment: anyEquipment,
    effectiveFrom: anyDay,
    effectiveTo: fc.option(anyDay, { nil: undefined }),
  })
  .map(({ from, to, ...fields }) => ({
    from,
    to,
    rate: contractRate({
      ...fields,
      origin: keyedGeography(from),
      destination: keyedGeography(to),
    }),
  }));
const anyWanted: fc.Arbitrary<Wanted> = fc.record({
  customer: fc.constantFrom('', 'acme', 'Acmé', 'other', 'unknown'),
  from: anyStop,
  to: anyStop,
  equipment: anyEquipment,
  day: anyDay,
});

const requestOf = ({ customer, from, to, equipment, day }: Wanted) => ({
  customer: namedCustomer(customer),
  equipment,
  day,
  origin: keysOf(from),
  destination: keysOf(to),
});

const NOON: Wanted = {
  customer: 'Acme',
  from: STOPS[0],
  to: STOPS[6],
  equipment: 'container_40',
  day: '2026-11-05',
};

const CASES = 1_500;

describe('the selection of a contract rate', () => {
  it('equals a naive selection on random tables and requests, in any order of the candidates', () => {
    let [selections, ties] = [0, 0];
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 40, size: 'max' }),
        anyWanted,
        fc.boolean(),
        (rows, wanted, reversed) => {
          const rates = rows.map(({ rate }) => rate);
          const selected = selectContractRate(reversed ? rates.toReversed() : rates, requestOf(wanted));
          if (selected !== undefined) selections += 1;
          if ((selected?.otherMatches ?? 0) > 1) ties += 1;
          expect(selected?.rate.rateId).toBe(oracle(rows, wanted));
        },
      ),
      { numRuns: CASES },
    );
    expect(selections).toBeGreaterThan(CASES / 10);
    expect(ties).toBeGreaterThan(CASES / 30);
  });

  it('explains what decided', () => {
    const everywhere = contractRate();
    const ofCustomer = contractRate({ customer: 'Acme' });
    const narrow = contractRate({ origin: { key: 'port:USSAV', text: 'USSAV' } });
    const toState = contractRate({ destination: { key: 'state:SC', text: 'SC' } });
    const later = contractRate({ effectiveFrom: '2026-02-01' });
    const newer = contractRate();
    for (const [rates, rate, reason] of [
      [[everywhere], everywhere, 'is the only match.'],
      [
        [narrow, ofCustomer, everywhere],
        ofCustomer,
        'is for the customer Acme; the next match is for all customers.',
      ],
      [[everywhere, narrow], narrow, '(USSAV) is narrower than that of the next match (*).'],
      [[everywhere, toState], toState, '(SC) is narrower than that of the next match (*).'],
      [[everywhere, later], later, 'starts later (2026-02-01) than the next match (2026-01-01).'],
      [[newer, everywhere], newer, 'created after the next match, which has the same lane and start.'],
    ] as const) {
      expect(selectContractRate(rates, requestOf(NOON))).toEqual({
        ...{ rate, otherMatches: rates.length - 1, reason: expect.stringContaining(reason) },
      });
    }
  });
});

const MOVE = { miles: 100, marketLinehaulCents: 80_000, marketFuelCents: 9_000, dieselPrice: 3.75 };

const price = (fields: Partial<ContractRate>, move: Partial<typeof MOVE> = {}, tier?: VolumeTier) =>
  contractPrice(contractRate(fields), { ...MOVE, ...move }, tier);

/** A quotient of integers rounded half up, in whole numbers of any size. */
const rounded = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor));

const anyMove = fc.record({
  miles: fc.integer({ min: 1, max: 40_000 }).map((tenths) => tenths / 10),
  marketLinehaulCents: fc.integer({ min: 1, max: 5_000_000 }),
  marketFuelCents: fc.integer({ min: 0, max: 1_000_000 }),
  dieselPrice: fc.integer({ min: 0, max: 12_000 }).map((mills) => mills / 1_000),
});

describe('a customer with rates of a similar name', () => {
  const names = ['Acme Inc', 'AHP'].map(customerKey);
  const owned = names.map((key) => ({
    ...{ key, customerId: '1', customer: 'Acme Inc', keys: names, isDeleted: false },
  }));
  const request = { ...requestOf(NOON), customer: matchCustomer('Acme Inc', owned).match };

  it.each(['Acme Inc', 'AHP'])(
    'has its own rate, of %s, also if that of the similar name starts later',
    (customer) => {
      const own = contractRate({ customer });
      const similar = contractRate({
        ...{
          customer: 'Acme LLC',
          effectiveFrom: '2026-06-01',
          origin: { key: 'port:USSAV', text: 'USSAV' },
        },
      });
      expect(selectContractRate([similar, own, contractRate()], request)).toEqual({
        rate: own,
        otherMatches: 2,
        reason: `The rate is for the customer ${customer}; the next match is for the similar name Acme LLC.`,
      });
      expect(selectContractRate([contractRate(), similar], request)?.rate).toBe(similar);
    },
  );
});

describe('the price of a contract rate', () => {
  it('is the flat amount as it is', () => {
    expect(price({ amount: 61_234 })).toEqual({
      baseRateCents: 61_234,
      fuelSurchargeCents: 0,
      isMinimum: false,
    });
  });

  it('multiplies an amount per mile, with fractions of a cent, and rounds once', () => {
    expect(price({ rateType: 'per_mile', amount: 28_550 }).baseRateCents).toBe(28_550);
    // 0.0005 USD x 0.1 miles = 0.005 cents; 2.8555 USD x 33.3 miles = 9508.815 cents.
    expect(price({ rateType: 'per_mile', amount: 5 }, { miles: 0.1 }).baseRateCents).toBe(0);
    expect(price({ rateType: 'per_mile', amount: 28_555 }, { miles: 33.3 }).baseRateCents).toBe(9_509);
    fc.assert(
      fc.property(anyMove, fc.integer({ min: 1, max: 10_000_000 }), (move, amount) => {
        const exact = rounded(BigInt(amount) * BigInt(Math.round(move.miles * 10)), 1_000n);
        expect(price({ rateType: 'per_mile', amount }, move).baseRateCents).toBe(exact);
      }),
    );
  });

  it('takes a percentage of the market linehaul, without fuel', () => {
    expect(price({ rateType: 'percent_of_market', amount: 9_250 }).baseRateCents).toBe(74_000);
    fc.assert(
      fc.property(anyMove, fc.integer({ min: 1, max: 50_000 }), (move, amount) => {
        const exact = rounded(BigInt(amount) * BigInt(move.marketLinehaulCents), 10_000n);
        expect(price({ rateType: 'percent_of_market', amount }, move).baseRateCents).toBe(exact);
      }),
    );
  });

  it('is at least the minimum', () => {
    const perMile = { rateType: 'per_mile', amount: 28_500, minimumCents: 40_000 } as const;
    expect(price(perMile)).toMatchObject({ baseRateCents: 40_000, isMinimum: true });
    expect(price(perMile, { miles: 200 })).toMatchObject({ baseRateCents: 57_000, isMinimum: false });
    expect(price({ amount: 40_000, minimumCents: 40_000 })).toMatchObject({ isMinimum: false });
  });

  it('with a tier is that of a rate with the amount of the tier', () => {
    const anyTerms = fc.record({
      rateType: fc.constantFrom(...RATE_TYPES),
      amount: fc.integer({ min: 1, max: 50_000 }),
      minimumCents: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(anyMove, anyTerms, fc.integer({ min: 1, max: 50_000 }), (move, terms, amount) => {
        const tier = { fromVolume: 10, amount };
        expect(price({ ...terms, tiers: [tier] }, move, tier)).toEqual(price({ ...terms, amount }, move));
        expect(price({ ...terms, tiers: [tier] }, move)).toEqual(price(terms, move));
      }),
    );
  });

  it('has fuel in percent of the amount after tier and minimum', () => {
    const fuel = { method: 'percent', percentHundredths: 1_800 } as const;
    const terms = { rateType: 'per_mile', amount: 28_500, minimumCents: 40_000, fuel } as const;
    expect(price(terms)).toMatchObject({ baseRateCents: 40_000, fuelSurchargeCents: 7_200 });
    const tier = { fromVolume: 5, amount: 50_000 };
    expect(price(terms, {}, tier)).toMatchObject({ baseRateCents: 50_000, fuelSurchargeCents: 9_000 });
  });
});

it('the tier of a volume is the one with the most loads among those that it reaches', () => {
  const anyTiers = fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 })
    .map((volumes) =>
      volumes.toSorted((one, other) => one - other).map((fromVolume) => ({ fromVolume, amount: fromVolume })),
    );
  const anyVolume = fc.integer({ min: 1, max: 3_500 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(anyTiers, anyVolume, (tiers, volume) => {
      const reached = tiers.filter(({ fromVolume }) => fromVolume <= volume);
      const highest = Math.max(...reached.map(({ fromVolume }) => fromVolume));
      expect(reachedTier({ tiers }, volume)?.fromVolume).toBe(reached.length === 0 ? undefined : highest);
      expect(reachedTier({ tiers }, null)).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
  const tiers = [5, 10].map((fromVolume) => ({ fromVolume, amount: fromVolume }));
  const amounts = [4.99, 5, 9.99, 10, 10_000].map((volume) => reachedTier({ tiers }, volume)?.amount);
  expect(amounts).toEqual([undefined, 5, 5, 10, 10]);
});
