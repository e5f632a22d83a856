import { isShared, type Sharing } from './load-owner.ts';
import { kindOfSlot, residualOf } from './market-cell.ts';
import type { FitLoad } from './market-fit.ts';
import { milesOfKind } from './market-levels.ts';
import type { MarketLane } from './market-load.ts';
import type { MarketStore } from './market-store.ts';
import { type LoadLane, laneText } from './week-loads.ts';

/** Equal loads that are held against what was expected of them. */
export interface SampledLoad {
  readonly id: number;
  readonly lane: MarketLane;
  readonly slot: number;
  readonly count: number;
}

/** Loads of a span, by week; the same in whatever order they were imported. */
export interface LoadsByWeek {
  /** Different loads of all weeks. */
  readonly size: number;
  ofWeek(week: number): Iterable<FitLoad>;
  /** Those with the smallest ids of a week: ids are hashes, so that these are any. */
  sample(week: number): readonly SampledLoad[];
}

export interface ReadSpan {
  readonly from: number;
  readonly to: number;
  /** First week that is sampled, and loads of each. */
  readonly sampledFrom: number;
  readonly sampled: number;
}

/** Loads of a freight market and an owner, three numbers each: a million of them have room in 12 MB. */
interface LoadColumns {
  readonly lanes: Int32Array;
  readonly slots: Int32Array;
  readonly counts: Int32Array;
}

/** Reads the loads that are in the market. @param regions the freight markets that have any. */
export async function readLoads(
  store: Pick<MarketStore, 'loadsBetween'>,
  regions: readonly string[],
  sharing: Sharing,
  { from, to, sampledFrom, sampled }: ReadSpan,
): Promise<LoadsByWeek> {
  const lanes: { readonly region: string; readonly lane: LoadLane }[] = [];
  const weeks = new Map<number, LoadColumns[]>();
  const samples = new Map<number, SampledLoad[]>();
  let size = 0;
  for (const region of regions) {
    const positions = new Map<string, number>();
    for await (const { week, owner, loads } of store.loadsBetween(region, from, to)) {
      if (!isShared(owner, sharing)) continue;
      const known = new Map<LoadLane, number>();
      const positionOf = (lane: LoadLane): number => {
        const text = laneText(lane);
        const position = known.get(lane) ?? positions.get(text) ?? lanes.push({ region, lane }) - 1;
        known.set(lane, position);
        positions.set(text, position);
        return position;
      };
      const sorted = [...loads.values()].sort((a, b) => a.id - b.id);
      const columns = {
        lanes: Int32Array.from(sorted, ({ lane }) => known.get(lane) ?? positionOf(lane)),
        slots: Int32Array.from(sorted, ({ slot }) => slot),
        counts: Int32Array.from(sorted, ({ count }) => count),
      };
      weeks.set(week, [...(weeks.get(week) ?? []), columns]);
      size += sorted.length;
      if (week < sampledFrom) continue;
      const smallest = sorted
        .slice(0, sampled)
        .map(({ id, lane, slot, count }) => ({ id, lane: withMiles(region, lane, slot), slot, count }));
      const chosen = [...(samples.get(week) ?? []), ...smallest].sort((a, b) => a.id - b.id);
      samples.set(week, chosen.slice(0, sampled));
    }
  }
  return {
    size,
    ofWeek: function* (week) {
      for (const columns of weeks.get(week) ?? []) {
        for (const [entry, slot] of columns.slots.entries()) {
          const { region, lane } = lanes[columns.lanes[entry] ?? -1] ?? {};
          if (region === undefined || lane === undefined) continue;
          yield {
            lane: withMiles(region, lane, slot),
            week,
            kind: kindOfSlot(slot),
            residual: residualOf(slot),
            count: columns.counts[entry] ?? 0,
          };
        }
      }
    },
    sample: (week) => samples.get(week) ?? [],
  };
}

const withMiles = (region: string, lane: LoadLane, slot: number): MarketLane => ({
  ...lane,
  region,
  miles: milesOfKind(kindOfSlot(slot)),
});
