import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_RFP_LANES } from '../../../../shared/rfps/lanes/lane-draft.ts';
import {
  type LaneTerms,
  MAX_REASON_LENGTH,
  MAX_REASONS,
} from '../../../../shared/rfps/lanes/lane-summary.ts';
import type { RfpId } from '../../../../shared/rfps/record/rfp-id.ts';
import { readTerms, termsItem } from '../../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { fromTermsColumns, toTermsColumns } from '../../../../shared/rfps/store/terms-columns.ts';

const own: fc.Arbitrary<LaneTerms> = fc
  .record(
    {
      marginPercent: fc.integer({ min: 0, max: 50_000 }).map((value) => value / 100),
      excluded: fc.constant(true as const),
      outcome: fc.constantFrom('won' as const, 'lost' as const),
      reason: fc.constantFrom('price', 'service, "late"', '価格', ''),
    },
    { requiredKeys: [] },
  )
  .filter((terms) => Object.keys(terms).length > 0);
const terms = fc
  .uniqueArray(fc.tuple(fc.nat(2_000), own), { selector: ([index]) => index, maxLength: 60 })
  .map((entries) => new Map(entries.toSorted(([one], [other]) => one - other)));

describe('terms of lanes by column', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(terms, (lanes) => {
        const columns = JSON.parse(JSON.stringify(toTermsColumns(lanes)));
        expect([...fromTermsColumns(columns)]).toEqual([...lanes]);
      }),
    );
  });

  it('fit into an item for the most lanes with random values and the most and longest reasons', () => {
    // Random characters of 3 bytes in UTF-8 are compressed least.
    const reasons = Array.from({ length: MAX_REASONS }, () =>
      Array.from({ length: MAX_REASON_LENGTH }, () => String.fromCharCode(randomInt(0x4e00, 0x9fff))).join(
        '',
      ),
    );
    const lanes = new Map(
      Array.from({ length: MAX_RFP_LANES }, (_, index): [number, LaneTerms] => [
        index,
        {
          marginPercent: randomInt(50_001) / 100,
          ...(randomInt(2) === 0 ? {} : { excluded: true }),
          outcome: randomInt(2) === 0 ? 'won' : 'lost',
          reason: reasons[randomInt(MAX_REASONS)] ?? '',
        },
      ]),
    );
    const chunks = Array.from({ length: MAX_RFP_LANES / 50 }, (_, chunk) => chunk);
    const account = { orgId: 'org_1', mode: 'live' as const };
    const item = termsItem(account, 'R-0' as RfpId, 1, { lanes, chunks });
    expect(item.data.length).toBeLessThan(390_000);
    expect(readTerms(item)).toEqual({ lanes, chunks });
  });

  it('with more reasons are not written', () => {
    const lanes = Array.from({ length: MAX_REASONS + 1 }, (_, at): [number, LaneTerms] => [
      at,
      { outcome: 'won', reason: `reason ${at}` },
    ]);
    expect(() => toTermsColumns(new Map(lanes))).toThrow('51 reasons');
    expect(toTermsColumns(new Map(lanes.slice(1))).reasons).toHaveLength(MAX_REASONS);
  });
});
