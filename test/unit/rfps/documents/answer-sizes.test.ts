import { describe, expect, it } from 'vitest';
import { requirementNamesFor } from '../../../../shared/costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import { NO_MARKET } from '../../../../shared/market/published/published-market.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { describeLaneView } from '../../../../shared/rfps/documents/lane-document.ts';
import { resultsFile } from '../../../../shared/rfps/files/results-file.ts';
import { MAX_BODY_LANES } from '../../../../shared/rfps/lanes/lane-draft.ts';
import { MAX_REASON_LENGTH, summarizeLane } from '../../../../shared/rfps/lanes/lane-summary.ts';
import { MAX_LANE_ID_LENGTH, readLane } from '../../../../shared/rfps/lanes/read-lane.ts';
import { MAX_LANES_LIMIT } from '../../../../shared/rfps/listing/lanes-query.ts';
import { priceLane } from '../../../../shared/rfps/pricing/price-lane.ts';
import { priceLanes } from '../../../../shared/rfps/pricing/price-lanes.ts';
import type { LaneView } from '../../../../shared/rfps/pricing/view-lanes.ts';
import { CALLER, quotingUnderTest } from '../../quotes/quoting-under-test.ts';

/** Lambda's limit of a response, which has the body as a JSON string (docs.aws.amazon.com, "Lambda quotas", 2026). */
const LAMBDA_BYTES = 6 * 1024 * 1024;

const NOW = new Date('2026-10-07T17:00:00Z');
const { ports } = quotingUnderTest({ now: NOW });
const terminals = await ports.terminals.current();
const dieselFor = await ports.diesel.current();

/** A text of characters of three bytes. */
const wide = (length: number, last = '') => `${'\u6F22'.repeat(length - last.length)}${last}`;
const LONG_NAMES = terminals
  .all()
  .map(({ name }) => name)
  .toSorted((one, other) => other.length - one.length);

/** Invalid lanes with long texts, and lanes with all requirements that their equipment allows. */
const WIDE_LANES: readonly Record<string, unknown>[] = [
  ...LONG_NAMES.slice(0, 5).flatMap((origin) =>
    EQUIPMENT_TYPES.flatMap((equipment_type) =>
      [[], ...requirementNamesFor(equipment_type).map((name) => [name])].map((special_requirements) => ({
        ...{ lane_id: wide(MAX_LANE_ID_LENGTH), origin, destination: 'Worcester, MA', equipment_type },
        ...{ weekly_volume: 9_999.99, special_requirements },
      })),
    ),
  ),
  { lane_id: wide(100), origin: wide(200), destination: wide(200) },
  ...[(at: number) => at, (at: number) => wide(60, String(at))].map((requirement) => ({
    ...{ lane_id: '\u0001'.repeat(101), origin: wide(201), destination: wide(201), weekly_volume: -1 },
    equipment_type: 'x',
    special_requirements: Array.from({ length: 50 }, (_, at) => requirement(at)),
  })),
];

async function viewsOf(items: readonly unknown[]): Promise<readonly LaneView[]> {
  const drafts = items.map((item) => readLane(item, { equipment: 'container_40', requirements: [] }));
  const lanes = {
    read: async (_: unknown, all: readonly unknown[]) => all.map(() => ({ market: {}, own: {} })),
  };
  const results = await priceLanes({ ...ports, terminals, dieselFor, published: NO_MARKET, lanes }, drafts, {
    account: CALLER,
    customer: '',
    asOf: NOW,
    strategy: UNSET_STRATEGY,
  });
  return drafts.flatMap((draft, index) => {
    const result = results[index];
    if (result === undefined) return [];
    const priced = priceLane(result, UNSET_STRATEGY, undefined);
    const reason = '価'.repeat(MAX_REASON_LENGTH);
    const terms = { excluded: true, outcome: 'lost', reason, marginPercent: 33.33 } as const;
    return [{ index, draft, terms, priced, weeklyCents: summarizeLane(draft, priced, terms).weeklyCents }];
  });
}

/** Bytes of a text in a response of Lambda. */
const bytesInResponse = (text: string): number => Buffer.byteLength(JSON.stringify(text));

const views = await viewsOf(WIDE_LANES);
const largest = (bytesOf: (view: LaneView) => number, status: string) =>
  Math.max(...views.filter(({ priced }) => priced.result.status === status).map((view) => bytesOf(view)));

describe('the largest answer', () => {
  // 6.9 kB for a failed lane and 2.7 kB for a priced one in November 2026.
  it('of a page of lanes is below half the limit of Lambda', () => {
    const bytesOf = (view: LaneView) => bytesInResponse(JSON.stringify(describeLaneView(view)));
    expect(largest(bytesOf, 'priced')).toBeGreaterThan(2_000);
    for (const status of ['priced', 'failed']) {
      expect(largest(bytesOf, status) * MAX_LANES_LIMIT).toBeLessThan(LAMBDA_BYTES / 2);
    }
  });

  it('of a file of results is below the limit of Lambda', () => {
    const bytesOf = (view: LaneView) => bytesInResponse(resultsFile([view]));
    expect(largest(bytesOf, 'priced')).toBeGreaterThan(500);
    for (const status of ['priced', 'failed']) {
      expect(largest(bytesOf, status) * MAX_BODY_LANES).toBeLessThan(LAMBDA_BYTES);
    }
  });
});
