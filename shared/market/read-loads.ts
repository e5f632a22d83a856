import { isShared, type Sharing } from './load-owner.ts';
import { kindOfSlot, residualOf } from './market-cell.ts';
import type { FitLoad } from './market-fit.ts';
import { milesOfKind } from './market-levels.ts';
import type { MarketStore } from './market-store.ts';
import { type LoadLane, laneText } from './week-loads.ts';
import type { WeekSpan } from './week-number.ts';

/** Equal loads, by the id that says which are chosen. */
interface ChosenLoad {
  readonly id: number;
  readonly lane: { readonly region: string; readonly lane: LoadLane };
  readonly slot: number;
  readonly count: number;
}

/** Loads of a span, by week; the same in whatever order they were imported. */
export interface LoadsByWeek {
  /** Those with the smallest ids: ids are hashes, so that they are any. */
  ofWeek(week: number, most?: number): readonly FitLoad[];
  /** Forgets those of a week, which are taken in. */
  drop(week: number): void;
}

/** Loads of a week that are read: more make no path surer that can be seen, and a million take no more memory. */
const MOST_A_WEEK = 3_000;

/** Reads the loads that are in the market. @param regions the freight markets that have any. */
export async function readLoads(
  store: Pick<MarketStore, 'loadsBetween'>,
  regions: readonly string[],
  sharing: Sharing,
  { from, to }: WeekSpan,
): Promise<LoadsByWeek> {
  const weeks = new Map<number, ChosenLoad[]>();
  for (const region of regions) {
    const lanes = new Map<string, ChosenLoad['lane']>();
    const laneOf = (lane: LoadLane): ChosenLoad['lane'] => {
      const text = laneText(lane);
      const known = lanes.get(text) ?? { region, lane };
      lanes.set(text, known);
      return known;
    };
    for await (const { week, owner, loads } of store.loadsBetween(region, from, to)) {
      if (!isShared(owner, sharing)) continue;
      let chosen = weeks.get(week) ?? [];
      for (const { id, lane, slot, count } of loads.values()) {
        chosen.push({ id, lane: laneOf(lane), slot, count });
      }
      if (chosen.length > MOST_A_WEEK) chosen = chosen.sort(byId).slice(0, MOST_A_WEEK);
      weeks.set(week, chosen);
    }
  }
  for (const chosen of weeks.values()) chosen.sort(byId);
  return {
    ofWeek: (week, most) =>
      (weeks.get(week) ?? []).slice(0, most).map(({ lane: { region, lane }, slot, count }) => {
        const kind = kindOfSlot(slot);
        const residual = residualOf(slot);
        return { lane: { ...lane, region, miles: milesOfKind(kind) }, week, kind, residual, count };
      }),
    drop: (week) => void weeks.delete(week),
  };
}

const byId = (a: ChosenLoad, b: ChosenLoad): number => a.id - b.id;
