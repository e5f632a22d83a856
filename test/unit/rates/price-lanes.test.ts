import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CONTAINER_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import type { RoadDistances } from '../../../shared/geography/roads/road-distance.ts';
import type { LaneDraft } from '../../../shared/rates/lane.ts';
import type { RateResult } from '../../../shared/rates/rate-result.ts';
import { priceLanesResponse } from '../../../shared/rates/rates-document.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

async function priced(drafts: readonly LaneDraft[], changes: Parameters<typeof ratingUnderTest>[0] = {}) {
  const outcome = await ratingUnderTest(changes).priceLanes(drafts, CALLER);
  if (!outcome.ok) throw new Error(outcome.rejection.message);
  if ('replayed' in outcome) throw new Error('a call without a key was replayed');
  return outcome.body.data;
}

async function pricedOne(
  draft = lane(),
  changes: Parameters<typeof ratingUnderTest>[0] = {},
): Promise<RateResult> {
  const [result] = await priced([draft], changes);
  if (!result) throw new Error('no result');
  return result;
}

const anyLane = fc
  .record({
    originTerminal: fc.constantFrom('West Harbor', 'Prairie Ramp', 'Valley Inland Port', 'Isla Wharf'),
    destinationCity: fc.constantFrom('Ontario', 'Unsure', 'El Paso'),
    destinationState: fc.constantFrom('CA', 'TX', 'NJ'),
    destinationZip: fc.constantFrom(undefined, '07047', '60632-1234'),
    equipment: fc.constantFrom(undefined, ...CONTAINER_EQUIPMENT),
    hazmat: fc.constantFrom(undefined, true, false),
    overweight: fc.constantFrom(undefined, true, false),
    date: fc.constantFrom(undefined, '2026-01-31', '2027-01-31'),
  })
  .map((fields) => lane(fields));

describe('a priced lane', () => {
  it('matches the response schema', async () => {
    const data = await priced([lane(), lane({ originTerminal: 'Prairie Ramp', destinationCity: 'Unsure' })]);

    expect(v.safeParse(priceLanesResponse, { status: 'success', data }).issues).toBeUndefined();
  });

  it('is based on linehaul and fuel of the origin, and reports its basis', async () => {
    const { origin, destination, analysis } = await pricedOne();

    expect(origin).toEqual({
      terminal: 'West Harbor',
      type: 'marine',
      city: 'San Pedro',
      state: 'CA',
      coordinates: [33.7, -118.2],
    });
    expect(destination).toEqual({ city: 'Ontario', state: 'CA', zip: '91761', coordinates: [34, -117] });
    expect(analysis).toMatchObject({
      suggestedRate: 483.27,
      ratePerMile: 14.64,
      distance: 33,
      activity: 'low',
      basis: { level: 'model', observations: 0, since: '', asOf: '2026-10-05', source: 'cost model' },
      fuel: {
        amount: 71.75,
        perMile: 2.17,
        dieselPrice: 7.229,
        dieselRegion: 'West Coast (PADD5)',
        dieselDate: '2026-10-05',
        included: true,
      },
      distanceSource: 'test road',
      warnings: [],
    });
  });

  it('has a timeline by weekly diesel prices that ends with this week at the suggested rate', async () => {
    const { suggestedRate, timeline, trend } = (await pricedOne()).analysis;

    expect(timeline.entries.at(-1)).toEqual({ date: '2026-10-05', rate: suggestedRate });
    expect(timeline.entries[0]?.date).toBe('2026-07-13');
    expect(timeline.entries[0]?.rate).toBeLessThan(suggestedRate);
    expect(trend).toBe('stable');
  });

  it('distinguishes a rising and a falling trend', async () => {
    const long = { miles: 600 };

    const september = await pricedOne(lane(), { ...long, now: () => new Date('2026-09-23T00:00:00Z') });
    const july = await pricedOne(lane(), { ...long, now: () => new Date('2026-07-01T00:00:00Z') });

    expect([september.analysis.trend, july.analysis.trend]).toEqual(['rising', 'falling']);
  });

  it('warns of a stale diesel price and lowers the confidence', async () => {
    const fresh = await pricedOne();
    const old = await pricedOne(lane(), { now: () => new Date('2026-11-21T05:00:00Z') });

    expect(old.analysis.warnings).toEqual([
      'Diesel price is from 2026-10-05; the fuel surcharge may be inaccurate.',
    ]);
    expect(old.analysis.confidenceScore).toBeLessThan(fresh.analysis.confidenceScore);
    expect(old.analysis.timeline.entries.at(-1)).toEqual({
      date: '2026-11-16',
      rate: old.analysis.suggestedRate,
    });
  });

  it('warns of a short haul at the minimum linehaul', async () => {
    const { warnings, suggestedRate } = (await pricedOne(lane(), { miles: 4 })).analysis;

    expect(warnings).toEqual(['Short haul: priced at the minimum linehaul of $411.']);
    expect(suggestedRate).toBeGreaterThan(411);
  });

  it('includes the warnings of the geocoder and lowers the confidence', async () => {
    const sure = await pricedOne();
    const unsure = await pricedOne(lane({ destinationCity: 'Unsure' }));

    expect(unsure.analysis.warnings).toEqual(['City and ZIP disagree: the ZIP counts.']);
    expect(unsure.analysis.confidenceScore).toBeLessThan(sure.analysis.confidenceScore);
  });

  it('includes the warnings of the distance and lowers the confidence', async () => {
    const sure = await pricedOne();
    const roadDistances: RoadDistances = {
      between: async () => ({ routable: true, miles: 33, source: 'test road', warnings: ['It floods.'] }),
    };
    const unsure = await pricedOne(lane(), { roadDistances });

    expect(unsure.analysis.warnings).toEqual(['It floods.']);
    expect(unsure.analysis.confidenceScore).toBeLessThan(sure.analysis.confidenceScore);
  });

  it('has a finite rate per mile at a distance of 0', async () => {
    const { distance, ratePerMile } = (await pricedOne(lane(), { miles: 0 })).analysis;

    expect(distance).toBe(0.1);
    expect(Number.isFinite(ratePerMile)).toBe(true);
  });

  it('rounds the miles to one decimal and prices the rounded miles', async () => {
    const rounded = await pricedOne(lane(), { miles: 33.04 });
    expect(rounded.analysis).toEqual((await pricedOne(lane(), { miles: 33 })).analysis);
  });

  it('is in its range, is positive, and never falls when the miles rise', async () => {
    const miles = fc.double({ min: 0, max: 3_000, noNaN: true });
    await fc.assert(
      fc.asyncProperty(anyLane, miles, miles, async (draft, one, other) => {
        const near = (await pricedOne(draft, { miles: Math.min(one, other) })).analysis;
        const far = (await pricedOne(draft, { miles: Math.max(one, other) })).analysis;

        expect(near.suggestedRate).toBeGreaterThan(0);
        expect(near.rateRange.min).toBeLessThanOrEqual(near.suggestedRate);
        expect(near.rateRange.max).toBeGreaterThanOrEqual(near.suggestedRate);
        expect(far.suggestedRate).toBeGreaterThanOrEqual(near.suggestedRate);
      }),
    );
  });
});

describe('a batch', () => {
  it('returns the same results as single calls, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyLane, { minLength: 1, maxLength: 10 }), async (drafts) => {
        const together = await priced(drafts);
        const single = await Promise.all(drafts.map((draft) => pricedOne(draft)));

        expect(together).toEqual(single);
      }),
    );
  });

  it('permuted returns permuted results', async () => {
    const batch = fc.array(anyLane, { minLength: 2, maxLength: 10 }).chain((drafts) =>
      fc.record({
        drafts: fc.constant(drafts),
        order: fc.shuffledSubarray([...drafts.keys()], { minLength: drafts.length }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(batch, async ({ drafts, order }) => {
        const answers = await priced(drafts);
        const permuted = await priced(order.flatMap((index) => drafts[index] ?? []));
        expect(permuted).toEqual(order.map((index) => answers[index]));
      }),
    );
  });

  it('of ten equal lanes returns ten equal results', async () => {
    const [first, ...others] = await priced(Array.from({ length: 10 }, () => lane()));
    expect(others).toEqual(Array.from({ length: 9 }, () => first));
  });
});
