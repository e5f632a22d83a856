import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { meanWage } from '../../../../shared/costs/model/driver-wages.ts';
import { modelError } from '../../../../shared/costs/model/model-error.ts';
import {
  driverCentsPerHour,
  OPERATING_RATIO,
  PEG_FUEL_CENTS_PER_MILE,
  stateCostFactor,
  TRUCK_CENTS_PER_HOUR,
  WEAR_CENTS_PER_MILE,
} from '../../../../shared/costs/model/truck-operating-cost.ts';
import { sameDayMiles, truckWork } from '../../../../shared/costs/model/truck-work.ts';
import { ANCHORS, modelOf, rowOf } from './published-anchors.ts';

const GUIDE = readFileSync(new URL('../../../../docs/explanation/cost-model.md', import.meta.url), 'utf8');

describe('the published anchors', () => {
  it.each(ANCHORS)('$description: $published is in the range of the rate', (anchor) => {
    for (const miles of anchor.miles) {
      const { min, max } = modelOf(anchor, miles);
      expect({ miles, reached: min <= anchor.high && max >= anchor.low }).toEqual({ miles, reached: true });
    }
  });

  it('prices the 33-mile sample within 1% of $448', () => {
    const [sample] = ANCHORS;
    expect(sample && Math.abs(modelOf(sample, 33).rate / sample.low - 1)).toBeLessThan(0.01);
  });

  it('differ from the model as documented in the guide: from the nearer edge and from the middle', () => {
    const errors = ANCHORS.flatMap((anchor) =>
      anchor.miles.map((miles) => {
        const { rate } = modelOf(anchor, miles);
        const nearest = Math.min(Math.max(rate, anchor.low), anchor.high);
        const middle = (anchor.low + anchor.high) / 2;
        return { miles, edge: Math.abs(rate / nearest - 1), middle: Math.abs(rate / middle - 1) };
      }),
    );
    const worst = (by: 'edge' | 'middle') => errors.toSorted((a, b) => b[by] - a[by])[0];
    const percent = (share = Number.NaN) => `${Math.round(share * 100)}%`;

    expect(GUIDE).toContain(
      `at most ${percent(worst('edge')?.edge)} of the nearer edge (at ${worst('edge')?.miles} miles)`,
    );
    expect(GUIDE).toContain(
      `up to ${percent(worst('middle')?.middle)} of the middle of a band (at ${worst('middle')?.miles})`,
    );
  });

  it.each(ANCHORS)('$description: the guide has a row with the values of the model', (anchor) => {
    expect(GUIDE.split('\n')).toContain(rowOf(anchor));
  });

  it('are the only rows of the table in the guide', () => {
    const table = GUIDE.split('\n').slice(
      GUIDE.split('\n').findIndex((line) => line.startsWith('| Anchor ')),
    );
    const rows = table.slice(
      2,
      table.findIndex((line) => !line.startsWith('|')),
    );
    expect(rows).toEqual(ANCHORS.map(rowOf));
  });
});

describe('the constants of the guide', () => {
  const usd = (cents: number, digits: number) => `$${(cents / 100).toFixed(digits)}`;
  const factor = (state: string) => stateCostFactor(state).toFixed(3);

  it.each([
    `= ${usd(driverCentsPerHour('US'), 2)}, x the state's wage / ${meanWage('US')}`,
    `71.57 x (1 - 0.18 - 0.56) = ${usd(TRUCK_CENTS_PER_HOUR, 2)}`,
    `1.779 x 0.18 = ${usd(WEAR_CENTS_PER_MILE, 3)}`,
    `1.25 / 5.5 = ${usd(PEG_FUEL_CENTS_PER_MILE, 3)}`,
    `linehaul      = max(minimum, cost / ${OPERATING_RATIO})`,
    `${sameDayMiles('marine').toFixed(1)} miles from a port, ${sameDayMiles('rail')} from a ramp or yard`,
    `2 visits x 1.4 + 1 at the door = ${truckWork(0, 'marine').waitingHours}`,
    `2 visits x 0.7 + 1 = ${truckWork(0, 'rail').waitingHours}`,
    `${factor('CA')} in California, ${factor('NJ')} in New`,
    `${factor('LA')} in Louisiana, ${factor('AK')} in Alaska, ${factor('PR')} in Puerto Rico`,
    `e is ${modelError(0)} up to 150 miles, falls evenly to ${modelError(400)} at 400`,
  ])('%s', (text) => {
    expect(GUIDE).toContain(text);
  });
});
