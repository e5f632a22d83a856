import fc from 'fast-check';
import type { Account } from '../../shared/platform/account/account.ts';
import { chunk as groupsOf } from '../../shared/platform/collections/chunk.ts';
import { LANES_PER_CHUNK, type LaneDraft } from '../../shared/rfps/lanes/lane-draft.ts';
import type { LaneResult } from '../../shared/rfps/lanes/lane-result.ts';
import type { LaneSummary } from '../../shared/rfps/lanes/lane-summary.ts';
import { countLanes } from '../../shared/rfps/record/rfp-counters.ts';
import { createRfpIds } from '../../shared/rfps/record/rfp-id.ts';
import type { StoredRfp } from '../../shared/rfps/record/rfp-store.ts';
import {
  headItem,
  inputItem,
  resultItem,
  summaryItem,
  termsItem,
  versionItem,
} from '../../shared/rfps/store/dynamodb-rfp-items.ts';

type Item = Readonly<Record<string, unknown>>;

const AT = new Date('2026-03-01T12:00:00.000Z');
const newId = createRfpIds();

export interface RfpUnderTest {
  readonly lanes: number;
  readonly versions: number;
  readonly state: 'open' | 'awarded' | 'closed';
  readonly name: string;
  readonly withTerms: boolean;
}

export const anyRfp: fc.Arbitrary<RfpUnderTest> = fc.record({
  lanes: fc.integer({ min: 1, max: 120 }),
  versions: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom('open', 'awarded', 'closed'),
  name: fc.string({ minLength: 1 }),
  withTerms: fc.boolean(),
});

const draftOf = (index: number): LaneDraft => ({
  ...{ laneId: `L${index}`, origin: 'USLAX', destination: 'Phoenix, AZ', equipment: 'container_40' },
  ...{ weeklyVolume: 1, requirements: [], errors: [] },
});

const summaryOf = (index: number, version: number): LaneSummary =>
  index % 5 === 0
    ? {
        ...{ status: 'failed', confidence: 0, weeklyCents: 0, origin: 'Nowhere', excluded: false },
        code: 'LOCATION_NOT_FOUND',
      }
    : {
        ...{ status: 'priced', confidence: index % 101, weeklyCents: 1_000 * version + index },
        ...{ origin: 'USLAX', excluded: index % 7 === 0 },
      };

/** Only the fields that an export does not interpret differ from those of priced lanes. */
const resultOf = (index: number): LaneResult => ({
  status: 'failed',
  error: { code: 'LOCATION_NOT_FOUND', message: `No place for lane ${index}.`, details: {} },
});

/** The items of a priced RFP, with its head first. */
export function rfpItems(
  account: Account,
  { lanes, versions, state, name, withTerms }: RfpUnderTest,
): readonly Item[] {
  const rfpId = newId(AT);
  const indexes = Array.from({ length: lanes }, (_, index) => index);
  const inputs = groupsOf(indexes.map(draftOf), LANES_PER_CHUNK);
  const chunks = groupsOf(indexes, LANES_PER_CHUNK);
  const runs = Array.from({ length: versions }, (_, at) => at + 1);
  const rfpOf = (version: number): StoredRfp => ({
    ...{ rfpId, name, customer: 'Acme', customerReference: '', equipment: 'container_40', requirements: [] },
    ...{ contractStart: undefined, contractEnd: '2027-12-31' as StoredRfp['contractEnd'], state, lanes },
    ...{ failure: undefined, columns: undefined, uploadUntil: undefined },
    ...{ version, run: version, remaining: 0, pricing: { asOf: AT.toISOString(), strategyVersion: 0 } },
    ...{ termsRevision: withTerms ? 1 : 0, marginPercent: 12.5, calls: 3, period: '2026-03' },
    counters: countLanes(indexes.map((index) => summaryOf(index, version))),
    updatedAt: AT.toISOString(),
  });
  const terms = { lanes: new Map([[0, { excluded: true as const }]]), chunks: [0] };
  return [
    headItem(account, { rfp: rfpOf(versions), writtenBy: 'write' }),
    ...inputs.map((drafts, at) => inputItem(account, rfpId, at, drafts)),
    ...runs.flatMap((version) =>
      chunks.flatMap((of, chunk) => {
        const where = { rfpId, version, run: version, chunk };
        return [
          resultItem(account, where, of.map(resultOf)),
          summaryItem(
            account,
            where,
            of.map((index) => summaryOf(index, version)),
          ),
        ];
      }),
    ),
    ...runs.slice(0, -1).map((version) => versionItem(account, rfpOf(version))),
    ...(withTerms ? [termsItem(account, rfpId, 1, terms)] : []),
  ];
}
