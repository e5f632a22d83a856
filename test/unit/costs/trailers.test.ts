import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heldOut } from '../../../bin/backtest/published.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { costOfRoadMove } from '../../../shared/costs/model/road-cost-model.ts';
import {
  type BenchmarkBook,
  type BenchmarkImport,
  type FileRate,
  mergeBundledRates,
  planBenchmarkImport,
} from '../../../shared/costs/trailers/benchmark-book.ts';
import { freightBalance } from '../../../shared/costs/trailers/freight-flows.ts';
import {
  BUNDLED_RATES,
  readRateLines,
  writeRateLines,
} from '../../../shared/costs/trailers/published-rates.ts';
import { shippingLane } from '../../../shared/costs/trailers/shipping-places.ts';
import {
  trailerConfidence,
  trailerMarkets,
  trailerRange,
} from '../../../shared/costs/trailers/trailer-market.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';

const places = createEmbeddedGeocoder();
const roads = createEmbeddedRoadDistances();
const markets = trailerMarkets(BUNDLED_RATES, dieselFor);

function placeNamed(text: string) {
  const found = places.locate({ city: text.slice(0, -4), state: text.slice(-2) });
  if (!found.found) throw new Error(text);
  return found.place;
}

async function price(
  from: string,
  to: string,
  equipment: 'dryvan' | 'reefer' | 'flatbed',
  day = '2026-11-28',
) {
  const [origin, destination] = [placeNamed(from), placeNamed(to)];
  const distance = await roads.between(origin, destination);
  if (!distance.routable) throw new Error(`${from} to ${to}`);
  const { miles } = distance;
  const { factor, near } = markets({ origin, destination, miles, day }, equipment);
  const { pricePerGallon: dieselPrice } = dieselFor(origin.state, day);
  const { linehaulCents, fuelCents } = costOfRoadMove({
    ...{ equipment, miles, dieselPrice, factor, tolls: distance.tolls },
  });
  return { usd: (linehaulCents + fuelCents) / 100, miles, near };
}

describe('direction', () => {
  // Market prices of November 2026 (general knowledge of the trade).
  it.each([
    ['Portland, OR', 'Stockton, CA', 'dryvan', 1_210, 1_860],
    ['Chicago, IL', 'Nogales, AZ', 'reefer', 3_460, 5_060],
    ['Lakeland, FL', 'Allentown, PA', 'dryvan', 1_450, 2_250],
    ['Denver, CO', 'Green Bay, WI', 'reefer', 1_970, 2_970],
  ] as const)(
    'prices the backhaul %s to %s by %s between $%d and $%d',
    async (from, to, equipment, least, most) => {
      const { usd } = await price(from, to, equipment);
      expect(usd).toBeGreaterThan(least);
      expect(usd).toBeLessThan(most);
    },
  );

  it.each([
    ['Los Angeles, CA', 'Seattle, WA'],
    ['Stockton, CA', 'Portland, OR'],
    ['Los Angeles, CA', 'Dallas, TX'],
    ['Chicago, IL', 'Atlanta, GA'],
    ['Chicago, IL', 'Denver, CO'],
    ['Atlanta, GA', 'Miami, FL'],
    ['Allentown, PA', 'Lakeland, FL'],
    ['Chicago, IL', 'Newark, NJ'],
    ['Green Bay, WI', 'Denver, CO'],
    ['Kansas City, MO', 'Denver, CO'],
    ['Nogales, AZ', 'Chicago, IL'],
  ])('makes the headhaul %s to %s cost at least 15%% more than the way back', async (from, to) => {
    // Only refrigerated trucks carry the produce of Nogales.
    const kinds = from.startsWith('Nogales') ? (['reefer'] as const) : (['dryvan', 'reefer'] as const);
    for (const equipment of kinds) {
      const [head, back] = [await price(from, to, equipment), await price(to, from, equipment)];
      expect(head.usd / back.usd).toBeGreaterThan(1.15);
    }
  });

  // Pairs that the model does not know; general knowledge of the trade.
  it.each([
    ['Los Angeles, CA', 'Dallas, TX', 1.25, 1.75],
    ['Dallas, TX', 'Denver, CO', 1.4, 2.1],
    ['Chicago, IL', 'Atlanta, GA', 1.2, 1.65],
    ['Atlanta, GA', 'Lakeland, FL', 1.8, 2.8],
    ['Edison, NJ', 'Boston, MA', 1.4, 2.3],
  ] as const)('makes a van from %s to %s cost %d to %d times the way back', async (from, to, least, most) => {
    const [head, back] = [await price(from, to, 'dryvan'), await price(to, from, 'dryvan')];
    expect(head.usd / back.usd).toBeGreaterThan(least);
    expect(head.usd / back.usd).toBeLessThan(most);
  });

  it.each([
    ['Laredo, TX', 'Dallas, TX'],
    ['Laredo, TX', 'San Antonio, TX'],
    ['Laredo, TX', 'Houston, TX'],
    ['Laredo, TX', 'Chicago, IL'],
    ['McAllen, TX', 'Dallas, TX'],
  ])('makes a van northbound from %s to %s cost more than southbound', async (from, to) => {
    const [north, south] = [await price(from, to, 'dryvan'), await price(to, from, 'dryvan')];
    expect(north.usd / south.usd).toBeGreaterThan(1.05);
  });

  it.each([
    ['Laredo, TX', 'Dallas, TX'],
    ['McAllen, TX', 'Dallas, TX'],
    ['Chicago, IL', 'Allentown, PA'],
    ['Chicago, IL', 'Denver, CO'],
    ['Dallas, TX', 'Denver, CO'],
    ['Fresno, CA', 'Denver, CO'],
    ['Portland, OR', 'Stockton, CA'],
    ['Seattle, WA', 'Los Angeles, CA'],
    ['Chicago, IL', 'Atlanta, GA'],
    ['Lakeland, FL', 'Newark, NJ'],
  ])('prices refrigerated trucks 5 to 35%% above vans both ways: %s and %s', async (from, to) => {
    for (const [origin, destination] of [[from, to] as const, [to, from] as const]) {
      const [van, reefer] = [
        await price(origin, destination, 'dryvan'),
        await price(origin, destination, 'reefer'),
      ];
      expect(reefer.usd / van.usd).toBeGreaterThan(1.05);
      expect(reefer.usd / van.usd).toBeLessThan(1.35);
    }
  });

  // Usual differences; general knowledge of the trade.
  it.each([
    ['Yakima, WA', 'Seattle, WA'],
    ['Houston, TX', 'Austin, TX'],
    ['Birmingham, AL', 'Charlotte, NC'],
    ['Gary, IN', 'Kansas City, MO'],
    ['Joliet, IL', 'Harrisburg, PA'],
    ['Houston, TX', 'Denver, CO'],
  ])('keeps vans below refrigerated trucks at any distance: %s and %s', async (from, to) => {
    const parts = [
      (await price(from, to, 'reefer')).usd / (await price(from, to, 'dryvan')).usd,
      (await price(to, from, 'reefer')).usd / (await price(to, from, 'dryvan')).usd,
    ] as const;
    const mean = Math.sqrt(parts[0] * parts[1]);
    expect(Math.min(...parts)).toBeGreaterThan(1);
    expect(mean).toBeGreaterThan(1.1);
    expect(mean).toBeLessThan(1.25);
  });

  it.each([
    ['Atlanta, GA', 'Miami, FL'],
    ['Chicago, IL', 'Nogales, AZ'],
    ['Los Angeles, CA', 'Newark, NJ'],
  ])('lets no van from %s to %s cost much more than a refrigerated truck', async (from, to) => {
    const [van, reefer] = [await price(from, to, 'dryvan'), await price(from, to, 'reefer')];
    expect(van.usd / reefer.usd).toBeLessThan(1.04);
  });

  it.each([
    ['Houston, TX', 'Denver, CO'],
    ['Denver, CO', 'Houston, TX'],
    ['Miami, FL', 'Atlanta, GA'],
    ['Houston, TX', 'Austin, TX'],
    ['Atlanta, GA', 'Miami, FL'],
  ])('prices a flatbed from %s to %s 5 to 15%% above a van', async (from, to) => {
    const [van, flatbed] = [await price(from, to, 'dryvan'), await price(from, to, 'flatbed')];
    expect(flatbed.usd / van.usd).toBeGreaterThan(1.05);
    expect(flatbed.usd / van.usd).toBeLessThan(1.15);
  });

  it.each([
    ['Lakeland, FL', '2026-05-10', '2026-10-10'],
    ['Tifton, GA', '2026-06-15', '2026-12-15'],
    ['Nogales, AZ', '2026-03-10', '2026-09-10'],
  ])(
    'raises refrigerated trucks out of %s in harvest, and vans only as everywhere',
    async (from, harvest, after) => {
      const rise = (equipment: 'dryvan' | 'reefer', out = from) => {
        const lane = { origin: placeNamed(out), destination: placeNamed('Chicago, IL'), miles: 1_200 };
        const [during, later] = [harvest, after].map((day) => markets({ ...lane, day }, equipment).factor);
        return (during ?? 0) / (later ?? 1);
      };
      expect(rise('reefer')).toBeGreaterThan(1.05);
      expect(rise('dryvan')).toBeCloseTo(rise('dryvan', 'Denver, CO'), 10);
    },
  );

  // Usual differences, a mile with fuel, on the mean of both ways: general knowledge of the trade.
  it.each(['2026-05-06', '2026-07-14', '2026-11-28'])(
    'on %s, vans are 10 to 18% below refrigerated trucks, and flatbeds 5 to 15% above vans',
    async (day) => {
      const ends =
        `Dallas, TX-Atlanta, GA|Chicago, IL-Atlanta, GA|Los Angeles, CA-Dallas, TX|Atlanta, GA-Miami, FL
Los Angeles, CA-Seattle, WA|Chicago, IL-Denver, CO|Chicago, IL-Newark, NJ|Los Angeles, CA-Chicago, IL
Los Angeles, CA-Atlanta, GA|Seattle, WA-Chicago, IL`.split(/[|\n]/);
      const lanes = ends.map((lane) => lane.split('-')).flatMap((lane) => [lane, lane.toReversed()]);
      const mean = async (equipment: 'dryvan' | 'reefer' | 'flatbed') => {
        const prices = lanes.map(([from = '', to = '']) => price(from, to, equipment, day));
        return (await Promise.all(prices)).reduce((sum, { usd, miles }) => sum + usd / miles, 0);
      };
      const [van, reefer, flatbed] = [await mean('dryvan'), await mean('reefer'), await mean('flatbed')];
      expect(1 - van / reefer).toBeGreaterThan(0.1);
      expect(1 - van / reefer).toBeLessThan(0.18);
      expect(flatbed / van - 1).toBeGreaterThan(0.05);
      expect(flatbed / van - 1).toBeLessThan(0.15);
    },
  );

  it('knows that more freight goes to Florida and New Mexico than comes back, and the reverse for Iowa', () => {
    for (const inbound of ['Orlando, FL', 'Albuquerque, NM'])
      expect(freightBalance(placeNamed(inbound))).toBeLessThan(-0.05);
    for (const outbound of ['Des Moines, IA', 'Wichita, KS'])
      expect(freightBalance(placeNamed(outbound))).toBeGreaterThan(0.05);
  });

  it('is a usable factor with a range for any lane, length and day', () => {
    const point = fc.record({
      latitude: fc.double({ min: 25, max: 49, noNaN: true }),
      longitude: fc.double({ min: -124, max: -67, noNaN: true }),
    });
    const lane = fc.record({
      origin: point,
      destination: point,
      miles: fc.double({ min: 0.1, max: 3_500, noNaN: true }),
      day: fc.constantFrom('2020-02-29', '2026-07-14', '2026-12-31', '2031-06-01'),
    });
    fc.assert(
      fc.property(
        lane,
        fc.constantFrom('dryvan' as const, 'reefer' as const, 'flatbed' as const),
        (any, equipment) => {
          const { factor, error } = markets(any, equipment);
          expect(factor).toBeGreaterThan(0.3);
          expect(factor).toBeLessThan(3);
          const { minCents, maxCents } = trailerRange(100_000, error);
          expect(minCents).toBeLessThan(100_000);
          expect(maxCents).toBeGreaterThan(100_000);
          expect(trailerConfidence(error)).toBeGreaterThanOrEqual(0);
          expect(trailerConfidence(error)).toBeLessThanOrEqual(100);
        },
      ),
    );
  });

  it('names the newest published rates of the same markets up to the day', async () => {
    const { near } = await price('Bakersfield, CA', 'Newark, NJ', 'reefer', '2026-07-10');
    expect(near.map(({ rate }) => [rate.date, rate.destination, rate.lowUsd, rate.highUsd])).toEqual(
      BUNDLED_RATES.filter(
        ({ date, district, destination }) =>
          date === '2026-07-07' &&
          /KERN|OXNARD|SANTA MARIA/.test(district) &&
          /New York|Philadelphia/.test(destination),
      ).map(({ date, destination, lowUsd, highUsd }) => [date, destination, lowUsd, highUsd]),
    );
    expect(near).not.toHaveLength(0);
    for (const day of ['2026-04-01', '2027-08-01'])
      expect((await price('Bakersfield, CA', 'Newark, NJ', 'reefer', day)).near).toEqual([]);
    expect((await price('Bakersfield, CA', 'Newark, NJ', 'dryvan')).near).toEqual([]);
  });
});

describe('the error on published rates that were held out', () => {
  it.each([
    ['lanes', { mape: 0.095, bias: 0.02, least: 0.75, most: 0.85 }],
    ['weeks', { mape: 0.105, bias: 0.03, least: 0.75, most: 0.87 }],
    ['districts', { mape: 0.14, bias: 0.055, least: 0.72, most: 0.85 }],
  ] as const)('is small for %s, and below that of the baselines', (part, { mape, bias, least, most }) => {
    const { all, 'lane seen': seen } = heldOut(part);
    expect(all.n).toBe(BUNDLED_RATES.length);
    expect(all.mape).toBeLessThan(mape);
    expect(Math.abs(all.bias)).toBeLessThan(bias);
    expect(all.coverage).toBeGreaterThan(least);
    expect(all.coverage).toBeLessThan(most);
    expect(all.mape).toBeLessThan(all.laneMean);
    if (seen.n > 0) expect(seen.mape).toBeLessThan(seen.lastWeek);
  });
});

describe('the lanes of the report', () => {
  it('have places for all bundled rates, with the miles of the roads', async () => {
    expect(readRateLines(writeRateLines(BUNDLED_RATES))).toEqual(BUNDLED_RATES);
    const lanes = new Map(BUNDLED_RATES.map((rate) => [rate.district + rate.destination, rate]));
    for (const { district, destination } of lanes.values()) {
      const lane = shippingLane(district, destination);
      if (lane === undefined) throw new Error(`${district} to ${destination}`);
      const distance = await roads.between(placeNamed(lane.origin.name), placeNamed(lane.destination.name));
      expect(distance.routable && Math.abs(distance.miles / lane.miles - 1)).toBeLessThan(0.02);
    }
  });

  it.each([
    ['CENTRAL & SOUTH FLORIDA', 'Boston', 'Lakeland, FL'],
    ['Columbia Basin Washington', 'los angeles, CA', 'Pasco, WA'],
    ['EASTERN NORTH CAROLINA', 'New York', 'Wilson, NC'],
    ['ATLANTIS', 'Boston', undefined],
    ['MICHIGAN', 'Honolulu', undefined],
  ])('%s to %s begins at %s', (district, destination, town) => {
    expect(shippingLane(district, destination)?.origin.name).toBe(town);
  });
});

describe('an import of published rates', () => {
  const EMPTY: BenchmarkBook = { version: 0, reports: [] };
  const RATE: FileRate = {
    row: 2,
    date: '2026-07-21',
    district: 'KERN DISTRICT CALIFORNIA',
    destination: 'Chicago',
    lowUsd: 6_500,
    highUsd: 7_000,
  };
  const terms: BenchmarkImport = {
    recordedBy: 'pat',
    now: new Date('2026-07-22T00:00:00Z'),
    dieselFor,
    force: false,
  };
  const plan = (rates: readonly FileRate[], changes: Partial<BenchmarkImport> = {}, book = EMPTY) =>
    planBenchmarkImport(book, rates, { ...terms, ...changes });

  it.each<[string, Partial<FileRate>, RegExp]>([
    ['a future week', { date: '2026-07-28' }, /in the future/],
    ['a negative rate', { lowUsd: -100 }, /not a rate above 0/],
    ['a rate of zero', { lowUsd: 0, highUsd: 0 }, /not a rate above 0/],
    ['a low rate above the high one', { lowUsd: 12_000 }, /is above the high rate/],
    ['a rate ten times its neighbors', { lowUsd: 65_000, highUsd: 70_000 }, /far from \d+ USD/],
    ['a lane without a place', { district: 'ATLANTIS' }, /no place is known/],
  ])('rejects the file for %s, with the row', (_name, change, fault) => {
    const { ok, ...rest } = plan([
      RATE,
      { ...RATE, row: 3, destination: 'New York', lowUsd: 10_000, highUsd: 11_000, ...change },
    ]);
    expect([ok, rest]).toEqual([false, { faults: [{ row: 3, fault: expect.stringMatching(fault) }] }]);
  });

  it('reports missing districts, a renamed one and repeated rows', () => {
    const renamed = { ...RATE, row: 4, district: 'KERN COUNTY CALIFORNIA' };
    expect(plan([RATE, { ...RATE, row: 3 }, renamed])).toMatchObject({
      ...{ ok: true, added: ['2026-07-21'], replaced: [], rates: 2 },
      notes: [
        '1 rows repeat another row and were imported once.',
        'District KERN COUNTY CALIFORNIA is not in earlier reports: it was read as Bakersfield, CA.',
        expect.stringMatching(
          /^The report of 2026-07-21 lacks districts of the report of 2026-07-14: .*GEORGIA/,
        ),
      ],
    });
  });

  it('reports two reports of one week', () => {
    const planned = plan([RATE, { ...RATE, row: 3, date: '2026-07-22' }]);
    expect(planned.ok && planned.notes).toContain(
      'The report of 2026-07-22 is of the week of that of 2026-07-21: both are used.',
    );
  });

  it('replaces a report of the same day, and the prices follow it', () => {
    const first = plan([RATE]);
    if (!first.ok) throw new Error('rejected');
    const second = plan([{ ...RATE, lowUsd: 9_000, highUsd: 9_400 }], {}, first.book);
    if (!second.ok) throw new Error('rejected');
    expect(second).toMatchObject({ added: [], replaced: ['2026-07-21'], book: { version: 2 } });
    const lane = shippingLane(RATE.district, RATE.destination);
    if (lane === undefined) throw new Error('no lane');
    const factorBy = (book: BenchmarkBook) =>
      trailerMarkets(mergeBundledRates(book), dieselFor)({ ...lane, day: '2026-07-22' }, 'reefer').factor;
    expect(factorBy(second.book)).toBeGreaterThan(factorBy(first.book) * 1.02);
    expect(mergeBundledRates(EMPTY)).toBe(BUNDLED_RATES);
  });

  it('with force leaves out lanes without a place, accepts odd rates, and says so', () => {
    const odd = { ...RATE, row: 3, destination: 'New York', lowUsd: 90_000, highUsd: 90_000 };
    const planned = plan([RATE, odd, { ...RATE, row: 4, district: 'ATLANTIS' }], { force: true });
    expect(planned).toMatchObject({ ok: true, rates: 2 });
    expect(planned.ok && planned.notes.slice(0, 2)).toEqual([
      expect.stringMatching(/^Row 4 was left out: no place/),
      expect.stringMatching(/^Row 3 was imported: 90000 USD is far/),
    ]);
  });
});
