import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeRfpDetail, rfpDetail } from '../../../../shared/rfps/documents/rfp-detail.ts';
import { LANE_ERROR_CODES } from '../../../../shared/rfps/lanes/lane-result.ts';
import type { LaneSummary } from '../../../../shared/rfps/lanes/lane-summary.ts';
import { countLanes } from '../../../../shared/rfps/record/rfp-counters.ts';
import { storedRfp } from '../stored-rfp.ts';

const priced = fc.record({
  status: fc.constant('priced' as const),
  confidence: fc.integer({ min: 0, max: 100 }),
  weeklyCents: fc.integer({ min: 0, max: 10_000_000 }),
  origin: fc.constant('USLAX'),
  excluded: fc.boolean(),
});
const failed = fc.record({
  status: fc.constant('failed' as const),
  ...{ confidence: fc.constant(0), weeklyCents: fc.constant(0), origin: fc.constant('') },
  excluded: fc.boolean(),
  code: fc.constantFrom(...LANE_ERROR_CODES),
});
const lanes: fc.Arbitrary<readonly LaneSummary[]> = fc.array(fc.oneof(priced, failed), { maxLength: 60 });

describe('an RFP that is read', () => {
  it('has the sums of its lanes', () => {
    fc.assert(
      fc.property(lanes, (all) => {
        const detail = describeRfpDetail(storedRfp({ lanes: all.length, counters: countLanes(all) }), []);
        expect(v.parse(rfpDetail, detail)).toEqual(detail);
        const included = all.filter(({ status, excluded }) => status === 'priced' && !excluded);
        const cents = included.reduce((sum, { weeklyCents }) => sum + weeklyCents, 0);
        expect(detail.totals.weekly_spend).toBeCloseTo(cents / 100, 6);
        expect(detail.totals.annual_spend).toBeCloseTo((cents * 52) / 100, 6);

        // The ranges are a partition of 0 to 100, and each has its lanes.
        expect(detail.confidence.flatMap(({ from, to }) => [from, to])).toEqual([
          ...[0, 19, 20, 39, 40, 59, 60, 79, 80, 100],
        ]);
        for (const { from, to, lanes: count } of detail.confidence) {
          const inRange = included.filter(({ confidence }) => confidence >= from && confidence <= to);
          expect(count).toBe(inRange.length);
        }
        const codes = all.flatMap(({ code }) => code ?? []);
        expect(new Set(detail.errors.map(({ code }) => code))).toEqual(new Set(codes));
        for (const { code, lanes: count } of detail.errors) {
          expect(count).toBe(codes.filter((one) => one === code).length);
        }
      }),
    );
  });

  it('has its earlier versions with their totals', () => {
    const one = countLanes([
      { status: 'priced', confidence: 50, weeklyCents: 150_050, origin: '', excluded: false },
      { status: 'failed', confidence: 0, weeklyCents: 0, origin: '', excluded: true, code: 'NO_ROUTE' },
    ]);
    const rfp = storedRfp({ version: 2, pricing: { asOf: '2026-10-08T00:00:00.000Z', strategyVersion: 4 } });
    const { versions, pricing_strategy_version } = describeRfpDetail(rfp, [
      { ...storedRfp({}), version: 1, counters: one, calls: 3 },
    ]);
    expect(pricing_strategy_version).toBe(4);
    expect(versions).toEqual([
      {
        version: 1,
        priced_as_of: '2026-10-07T17:00:00.000Z',
        pricing_strategy_version: 0,
        lanes: { priced: 1, failed: 1, excluded: 1 },
        totals: { weekly_spend: 1_500.5, annual_spend: 78_026 },
        calls: 3,
      },
    ]);
  });
});
