import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cityKey } from '../../../../shared/contracts/geography/resolve-contract-geography.ts';
import { doorGeographies } from '../../../../shared/contracts/geography/stop-geographies.ts';
import type {
  ContractGeography,
  GeographyKey,
} from '../../../../shared/contracts/rate/contract-geography.ts';
import type { ContractRate } from '../../../../shared/contracts/rate/contract-rate.ts';
import { selectContractRate } from '../../../../shared/contracts/selection/select-contract-rate.ts';
import { numberOfCases } from '../../../support/number-of-cases.ts';
import { contractRate } from '../contract-rates.ts';

/** Stops of the cases: terminals with a port, and doors with a ZIP code. Several share a city, ZIP prefix or state. */
const STOPS = [
  { name: 'pier', zip: '30301', city: 'Savannah', state: 'GA', port: 'USSAV' },
  { name: 'dock', zip: '30302', city: 'Savannah', state: 'GA', port: 'USSAV' },
  { name: 'quay', zip: '30301', city: 'Macon', state: 'GA', port: 'USCHS' },
  { name: '', zip: '30301', city: 'Savannah', state: 'GA', port: '' },
  { name: '', zip: '30410', city: 'Savannah', state: 'GA', port: '' },
  { name: '', zip: '30301', city: 'Savannah', state: 'SC', port: '' },
  { name: '', zip: '29401', city: 'Charleston', state: 'SC', port: '' },
] as const;
type Stop = (typeof STOPS)[number];

type Level = 'terminal' | 'zip' | 'city' | 'zip3' | 'port' | 'state' | 'any';
/** Order of design: the oracle compares positions in this list. */
const LEVELS: readonly Level[] = ['terminal', 'zip', 'city', 'zip3', 'port', 'state', 'any'];

/** A rate in the oracle's own words: levels and the stop whose geography it names. */
interface Row {
  readonly rate: ContractRate;
  readonly from: { readonly level: Level; readonly of: Stop };
  readonly to: { readonly level: Level; readonly of: Stop };
}

const geography = (level: Level, { name, zip, city, state, port }: Stop): ContractGeography => {
  const keys: Record<Level, GeographyKey> = {
    terminal: `terminal:${name}`,
    zip: `zip:${zip}`,
    city: cityKey(city, state),
    zip3: `zip3:${zip.slice(0, 3)}`,
    port: `port:${port}`,
    state: `state:${state}`,
    any: 'any:*',
  };
  return { key: keys[level], text: keys[level] };
};

const keysOf = (stop: Stop): readonly GeographyKey[] => [
  ...doorGeographies(stop, true),
  ...(stop.name === '' ? [] : ([`terminal:${stop.name}`, `port:${stop.port}`] as const)),
];

const contains = ({ level, of }: Row['from'], stop: Stop): boolean => {
  if (level === 'any') return true;
  if (level === 'terminal') return stop.name !== '' && stop.name === of.name;
  if (level === 'port') return stop.port !== '' && stop.port === of.port;
  if (level === 'zip') return stop.zip === of.zip;
  if (level === 'zip3') return stop.zip.startsWith(of.zip.slice(0, 3));
  return stop.state === of.state && (level === 'state' || stop.city === of.city);
};

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
const anyEnd = fc
  .record({ level: fc.constantFrom(...LEVELS), of: anyStop })
  // A door has no terminal and no port to name.
  .map(
    ({ level, of }) =>
      ({ level: of.name === '' && (level === 'terminal' || level === 'port') ? 'any' : level, of }) as const,
  );
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
      origin: geography(from.level, from.of),
      destination: geography(to.level, to.of),
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
  customer,
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

const CASES = numberOfCases(1_500, 20_000);

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
    const reasonOf = (...rates: readonly ContractRate[]) => selectContractRate(rates, requestOf(NOON));
    expect(reasonOf(everywhere)).toEqual({
      rate: everywhere,
      reason: 'The rate is the only match.',
      otherMatches: 0,
    });
    expect(reasonOf(narrow, ofCustomer, everywhere)).toEqual({
      rate: ofCustomer,
      reason: 'The rate is for the customer Acme; the next match is for all customers.',
      otherMatches: 2,
    });
    expect(reasonOf(everywhere, narrow)?.reason).toBe(
      'The origin of the rate (USSAV) is narrower than that of the next match (*).',
    );
    expect(reasonOf(everywhere, toState)?.reason).toBe(
      'The destination of the rate (SC) is narrower than that of the next match (*).',
    );
    expect(reasonOf(everywhere, later)?.reason).toBe(
      'The rate starts later (2026-02-01) than the next match (2026-01-01).',
    );
    expect(reasonOf(newer, everywhere)).toMatchObject({
      rate: newer,
      reason: 'The rate was created after the next match, which has the same lane and start.',
    });
  });

  it('selects nothing if no rate matches', () => {
    const others = [
      contractRate({ customer: 'Other' }),
      contractRate({ equipment: 'dryvan' }),
      contractRate({ effectiveFrom: '2026-11-06' }),
      contractRate({ effectiveTo: '2026-11-04' }),
      contractRate({ origin: { key: 'state:TX', text: 'TX' } }),
    ];
    expect(selectContractRate(others, requestOf(NOON))).toBeUndefined();
    const lastDay = contractRate({ effectiveFrom: NOON.day, effectiveTo: NOON.day });
    expect(selectContractRate([lastDay], requestOf(NOON))?.rate).toBe(lastDay);
  });
});
