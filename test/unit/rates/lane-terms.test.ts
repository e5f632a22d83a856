import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTAINER_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import type { LaneFields } from '../../../shared/rates/lane.ts';
import { CALLER, lane, ratingUnderTest } from './rating-under-test.ts';

/** The current day of the fakes: a Wednesday in the diesel week of 2026-10-05. */
const TODAY = '2026-10-07';

async function rate(terms: Partial<LaneFields> = {}, changes: Parameters<typeof ratingUnderTest>[0] = {}) {
  const outcome = await ratingUnderTest(changes).priceLanes([lane(terms)], CALLER);
  const row = outcome.ok && 'body' in outcome ? outcome.body.data[0] : undefined;
  if (!row) throw new Error(JSON.stringify(outcome));
  return row;
}

async function errorsOf(terms: Partial<LaneFields>) {
  const outcome = await ratingUnderTest().priceLanes([lane(terms)], CALLER);
  return outcome.ok ? [] : outcome.rejection.topLevelMembers?.errors;
}

describe('a lane without terms', () => {
  it('is a dry 40 ft container today, without surcharges', async () => {
    expect(await rate()).toMatchObject({
      equipment: 'container_40',
      date: TODAY,
      analysis: { surcharges: [], surchargesTotal: 0 },
    });
    const spelled = { equipment: 'container_40', hazmat: false, overweight: false, date: TODAY } as const;
    expect(await rate(spelled)).toEqual(await rate());
  });
});

describe('surcharges', () => {
  it('come from the tariff for the equipment and the requested terms', async () => {
    const { analysis } = await rate({ equipment: 'reefer_container_40', hazmat: true, overweight: true });

    expect(analysis.surcharges).toEqual([
      {
        name: 'genset',
        title: 'Generator set',
        amount: 50,
        rate: 50,
        quantity: 1,
        frequency: 'per container',
        source: expect.any(String),
      },
      expect.objectContaining({ name: 'reefer_handling', amount: 75 }),
      expect.objectContaining({ name: 'hazmat', amount: 200 }),
      expect.objectContaining({ name: 'overweight', amount: 300 }),
    ]);
    expect(analysis.surchargesTotal).toBe(625);
  });

  it.each([
    ['flatrack', ['flatrack']],
    ['open_top', ['open_top']],
    ['iso_tank', ['iso_tank']],
    ['reefer_container_20', ['genset', 'reefer_handling']],
    ['container_20', []],
    ['container_45hc', []],
  ] as const)('%s without terms has %j', async (equipment, names) => {
    const row = await rate({ equipment });
    expect(row.equipment).toBe(equipment);
    expect(row.analysis.surcharges.map(({ name }) => name)).toEqual(names);
  });

  it('add up and do not change the rate', async () => {
    const plain = (await rate()).analysis;
    const terms = fc.record({
      equipment: fc.constantFrom(...CONTAINER_EQUIPMENT),
      hazmat: fc.boolean(),
      overweight: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(terms, async (asked) => {
        const {
          surcharges,
          surchargesTotal: total,
          excluded,
          warnings,
          ...rest
        } = (await rate(asked)).analysis;
        const {
          surcharges: none,
          surchargesTotal: nothing,
          excluded: chassis,
          warnings: unwarned,
          ...before
        } = plain;
        const names = [...surcharges, ...excluded].map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(rest).toEqual(before);
        expect(total).toBeCloseTo(
          surcharges.reduce((sum, { amount }) => sum + amount, 0),
          2,
        );
        for (const { amount, rate: each, quantity } of surcharges)
          expect(amount).toBeCloseTo(each * quantity, 2);
      }),
    );
  });
});

describe('what a rate does not include', () => {
  it('is the chassis, with its usual amount and the reason', async () => {
    expect((await rate()).analysis.excluded).toEqual([
      {
        name: 'chassis',
        title: 'Chassis',
        amount: 120,
        rate: 40,
        quantity: 3,
        frequency: 'per day',
        reason: 'A container moves on a chassis, which is rented by the day.',
      },
    ]);
    expect((await rate({ equipment: 'container_45hc' })).analysis).toMatchObject({
      excluded: [{ name: 'chassis', rate: 50 }],
      warnings: [expect.stringMatching(/^45 ft containers/)],
    });
  });

  it('is the cleaning of a tank; the tank charge includes the chassis', async () => {
    const { excluded } = (await rate({ equipment: 'iso_tank' })).analysis;
    expect(excluded).toMatchObject([{ name: 'tank_cleaning', amount: 250 }]);
  });
});

describe('the date', () => {
  it('selects the diesel price of its week, which ends the timeline', async () => {
    const { date, analysis } = await rate({ date: '2026-04-09' });

    expect(date).toBe('2026-04-09');
    expect(analysis.fuel).toMatchObject({ dieselDate: '2026-04-06', dieselPrice: 6.924 });
    expect(analysis.timeline.entries.at(-1)).toEqual({ date: '2026-04-06', rate: analysis.suggestedRate });
    expect(analysis.basis.asOf).toBe('2026-04-06');
    expect(analysis.warnings).toEqual([]);
  });

  it('in the future is priced as of today, with a warning and less confidence', async () => {
    const today = (await rate()).analysis;
    const ahead = await rate({ date: '2027-10-07' });

    expect(ahead).toMatchObject({ date: '2027-10-07', analysis: { suggestedRate: today.suggestedRate } });
    expect(ahead.analysis.warnings).toEqual([
      '2027-10-07 is in the future: priced as of 2026-10-07; the diesel price may change.',
    ]);
    expect(ahead.analysis.confidenceScore).toBeLessThan(today.confidenceScore);
    expect((await rate({ date: '2026-10-08' })).analysis.timeline).toEqual(today.timeline);
  });

  it('in the future with a stale diesel price has both warnings', async () => {
    const { warnings } = (await rate({ date: '2027-01-01' }, { now: () => new Date('2026-11-21T05:00:00Z') }))
      .analysis;
    expect(warnings).toEqual([
      expect.stringMatching(/^2027-01-01 is in the future: priced as of 2026-11-21/),
      expect.stringMatching(/^Diesel price is from 2026-10-05;/),
    ]);
  });

  it('before the first diesel week has a warning', async () => {
    const now = () => new Date('2026-08-01T00:00:00Z');
    const { warnings, fuel } = (await rate({ date: '2025-08-01' }, { now })).analysis;

    expect(fuel.dieselDate).toBe('2025-09-29');
    expect(warnings).toEqual([
      'Diesel price is from 2025-09-29, after the requested date; the fuel surcharge may be inaccurate.',
    ]);
  });

  it.each(['2025-10-07', TODAY, '2027-10-07'])('%s, at most 365 days away, is accepted', async (date) => {
    expect(await errorsOf({ date })).toEqual([]);
  });

  it.each(['2025-10-06', '2027-10-08', '0001-01-01', '9999-12-31'])('%s is out of range', async (date) => {
    expect(await errorsOf({ date })).toEqual([
      { index: 0, errors: ['date must be from 2025-10-07 to 2027-10-07'] },
    ]);
  });
});

describe('the distance of the move', () => {
  it.each([
    [227, []],
    [
      228,
      [
        'Beyond drayage range: farther than a same-day round trip (227 miles); priced as an over-the-road move, nights included.',
      ],
    ],
  ])('of %d miles from a port has the warnings %j', async (miles, warnings) => {
    expect((await rate({}, { miles })).analysis.warnings).toEqual(warnings);
  });
});
