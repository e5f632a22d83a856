import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import { type RatesCaller, ratesCaller, TO_COLUMBUS } from './rates-caller.ts';

const { destinationZip, ...WITHOUT_ZIP } = TO_COLUMBUS;

/** Ten different lanes, near and far, from each type of terminal. */
const TEN_LANES = [
  ['APM Elizabeth Terminal', 'Newark', 'NJ'],
  ['APM Elizabeth Terminal', 'Columbus', 'OH'],
  ['APM Terminals Pier 400', 'Ontario', 'CA'],
  ['APM Terminals Pier 400', 'Phoenix', 'AZ'],
  ['BNSF Corwith', 'Indianapolis', 'IN'],
  ['BNSF Logistics Park Chicago', 'Joliet', 'IL'],
  ['Virginia Inland Port', 'Winchester', 'VA'],
  ['Isla Grande Terminal', 'San Juan', 'PR'],
  ['CSX 59th Street', "O'Fallon", 'IL'],
  ['Maher Terminals', 'Wilkes-Barre', 'PA'],
].map(([originTerminal, destinationCity, destinationState]) => ({
  originTerminal,
  destinationCity,
  destinationState,
}));

const usd = (value: number) => Number(value.toFixed(2)) === value;

/** Responses of rates: sections 2.6 and 4.5 of the interface specification. */
export function ratesAnswerSuite(service: () => ServiceUnderTest): void {
  describe('a rate', () => {
    let caller: RatesCaller;
    beforeAll(async () => {
      caller = await ratesCaller(service());
    });
    const priceOne = async (lane: Record<string, unknown>) => {
      const [row] = await caller.price([lane]);
      if (!row) throw new Error('no row');
      return row;
    };

    it('has each field of the specification with its type', async () => {
      const { origin, destination, analysis } = await priceOne(TO_COLUMBUS);

      expect(origin).toEqual({
        terminal: 'APM Elizabeth Terminal',
        type: 'marine',
        city: 'Elizabeth',
        state: 'NJ',
        coordinates: [expect.closeTo(40.66, 1), expect.closeTo(-74.15, 1)],
      });
      expect(destination).toEqual({
        city: 'Columbus',
        state: 'OH',
        zip: '43215',
        coordinates: [expect.closeTo(39.97, 1), expect.closeTo(-83, 1)],
      });
      const { suggestedRate, ratePerMile, confidenceScore, distance, rateRange, timeline } = analysis;
      expect([suggestedRate, ratePerMile, rateRange.min, rateRange.max].every(usd)).toBe(true);
      expect(rateRange.min).toBeLessThan(suggestedRate);
      expect(rateRange.max).toBeGreaterThan(suggestedRate);
      expect(ratePerMile).toBeCloseTo(suggestedRate / distance, 2);
      expect(Number(distance.toFixed(1))).toBe(distance);
      expect(distance).toBeGreaterThan(500);
      expect(distance).toBeLessThan(560);
      expect(Number.isInteger(confidenceScore)).toBe(true);
      expect(['rising', 'falling', 'stable']).toContain(analysis.trend);
      expect(['low', 'medium', 'high']).toContain(analysis.activity);
      expect(timeline.entries).toHaveLength(13);
      const days = timeline.entries.map(({ date }) => date);
      expect(days).toEqual(days.toSorted());
      expect(days.every((day) => new Date(day).getUTCDay() === 1)).toBe(true);
      expect(timeline.entries.every(({ rate }) => usd(rate) && rate > 0)).toBe(true);
      expect(timeline.entries.at(-1)?.rate).toBe(suggestedRate);
    });

    it('states that it comes from a model, with limited confidence', async () => {
      const { analysis } = await priceOne(TO_COLUMBUS);

      expect(analysis).toMatchObject({
        activity: 'high',
        basis: { level: 'model', observations: 0, since: '', source: 'cost model' },
        fuel: { dieselRegion: 'Central Atlantic (PADD1B)', included: true },
        distanceSource: expect.stringMatching(/./),
      });
      expect(analysis.confidenceScore).toBeLessThanOrEqual(62);
      expect(analysis.fuel.perMile).toBeCloseTo(analysis.fuel.amount / analysis.distance, 2);
      expect(analysis.warnings).toContainEqual(expect.stringMatching(/^Beyond drayage range/));
    });

    it('names the tolls that it includes, and none on a way without', async () => {
      const [brooklyn, ontario] = await Promise.all(
        [
          ['Maher Terminals', 'Brooklyn', 'NY'],
          ['APM Terminals Pier 400', 'Ontario', 'CA'],
        ].map(([originTerminal, destinationCity, destinationState]) =>
          priceOne({ originTerminal, destinationCity, destinationState }),
        ),
      );

      const { tolls, suggestedRate, fuel } = brooklyn?.analysis ?? {};
      expect(tolls).toEqual({
        amount: expect.any(Number),
        included: true,
        facilities: expect.arrayContaining([
          { name: 'Goethals Bridge', amount: 113.8 },
          { name: 'Verrazzano-Narrows Bridge', amount: 73.5 },
        ]),
        as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
      const sum = tolls?.facilities.reduce((total, { amount }) => total + amount, 0) ?? 0;
      expect(tolls?.amount).toBeCloseTo(sum, 2);
      expect(suggestedRate).toBeGreaterThan(400 + sum + (fuel?.amount ?? 0));
      expect(ontario?.analysis).toMatchObject({
        tolls: { amount: 0, facilities: [] },
        fuel: { dieselRegion: 'California' },
      });
    });

    it.each([
      ['marine', undefined],
      ['marine', 'marine'],
    ])('has the terminal type %s for originType %s', async (type, originType) => {
      expect((await priceOne({ ...TO_COLUMBUS, originType })).origin.type).toBe(type);
    });

    it.each([
      ['BNSF Corwith', undefined, 'rail'],
      ['BNSF Corwith', 'rail', 'rail'],
      ['Virginia Inland Port', undefined, 'intermodal'],
      ['Virginia Inland Port', 'marine', 'intermodal'],
      ['Virginia Inland Port', 'rail', 'intermodal'],
      ['Virginia Inland Port', 'intermodal', 'intermodal'],
    ])('from %s with originType %s has the terminal type %s', async (originTerminal, originType, type) => {
      const { origin } = await priceOne({ ...TO_COLUMBUS, originTerminal, originType });
      expect(origin).toMatchObject({ terminal: originTerminal, type });
    });

    it.each([
      ['St Louis', 'MO'],
      ['Winston-Salem', 'NC'],
      ["Coeur d'Alene", 'ID'],
      ['Coeur d\u2019Alene', 'ID'],
      ['San Jos\u00e9', 'CA'],
    ])('accepts the city %s, %s', async (destinationCity, destinationState) => {
      const { destination } = await priceOne({ ...WITHOUT_ZIP, destinationCity, destinationState });
      expect(destination.state).toBe(destinationState);
    });

    it.each(['43215', '43215-1234', '432151234'])(
      'accepts the ZIP code %s and contains 43215',
      async (zip) => {
        expect((await priceOne({ ...TO_COLUMBUS, destinationZip: zip })).destination.zip).toBe('43215');
      },
    );

    it.each([null, ''])('treats optional fields with the value %j as absent', async (value) => {
      const fields = ['originType', 'equipment', 'hazmat', 'overweight', 'date', 'destinationZip'];
      const leftOut = Object.fromEntries(fields.map((field) => [field, value]));
      expect(await priceOne({ ...WITHOUT_ZIP, ...leftOut })).toEqual(await priceOne(WITHOUT_ZIP));
    });

    it.each([
      ['Saint Louis', 'MO', 'St Louis'],
      ["O'Fallon", 'IL', "O'Fallon"],
    ])(
      'contains %s, %s as %s, which is also accepted as input',
      async (destinationCity, destinationState, city) => {
        const first = await priceOne({ ...WITHOUT_ZIP, destinationCity, destinationState });
        const { destination, analysis } = first;
        expect(destination.city).toBe(city);
        const again = await priceOne({
          ...WITHOUT_ZIP,
          destinationCity: destination.city,
          destinationState: destination.state,
          destinationZip: destination.zip,
        });
        expect(again).toMatchObject({ destination, analysis: { suggestedRate: analysis.suggestedRate } });
      },
    );

    it('accepts a state in any case, and names unknown fields in a warning of the lane', async () => {
      const plain = await priceOne(TO_COLUMBUS);
      const warnings = [...plain.analysis.warnings, 'Unknown fields were ignored: color.'];
      expect(await priceOne({ ...TO_COLUMBUS, destinationState: 'oh', color: 'blue' })).toEqual({
        ...plain,
        analysis: { ...plain.analysis, warnings },
      });
    });

    it('uses the ZIP code if city and ZIP code differ, with a warning', async () => {
      const { destination, analysis } = await priceOne({ ...TO_COLUMBUS, destinationCity: 'Cleveland' });

      expect(destination).toMatchObject({ city: 'Columbus', zip: '43215' });
      expect(analysis.warnings).toContain(
        'ZIP code 43215 is in Columbus, OH, not in Cleveland. The ZIP code is used.',
      );
    });

    it('uses the city center for an unknown ZIP code, with a warning', async () => {
      const { analysis } = await priceOne({ ...TO_COLUMBUS, destinationZip: '43299' });
      expect(analysis.warnings).toContain('ZIP code 43299 is unknown. The center of Columbus, OH is used.');
    });

    it('has a warning about a diesel price older than two weeks', async () => {
      const { fuel, warnings } = (await priceOne(TO_COLUMBUS)).analysis;
      const today = Date.parse(new Date().toISOString().slice(0, 10));
      const stale = today - Date.parse(fuel.dieselDate) > 14 * 86_400_000;
      expect(warnings.some((warning) => warning.startsWith('Diesel price is from'))).toBe(stale);
    });

    it('has a warning about a short haul at the minimum price', async () => {
      const { analysis } = await priceOne({
        ...WITHOUT_ZIP,
        destinationCity: 'Newark',
        destinationState: 'NJ',
      });
      expect(analysis.warnings).toContain('Short haul: priced at the minimum linehaul of $443.');
    });

    it('is available for a lane on an island', async () => {
      const { analysis } = await priceOne(TEN_LANES[7] ?? {});
      expect(analysis.suggestedRate).toBeGreaterThan(0);
      expect(analysis.fuel.dieselRegion).toBe('U.S.');
    });

    it('is the same in a batch of ten lanes, in order, as in a separate call', async () => {
      const together = await caller.price(TEN_LANES);
      const alone = await Promise.all(TEN_LANES.map(priceOne));
      expect(together).toEqual(alone);
    });

    it('is the same for each of ten equal lanes', async () => {
      const [first, ...others] = await caller.price(Array.from({ length: 10 }, () => TO_COLUMBUS));
      expect(others).toEqual(Array.from({ length: 9 }, () => first));
    });
  });
}
