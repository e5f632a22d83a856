import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { disclosedCell, isOperatorsOwn } from '../cells/disclosed-cell.ts';
import { countingWeek, kindOfSlot, type MarketCell, OPERATOR, residualOf } from '../cells/market-cell.ts';
import type { FitLoad } from '../fit/market-fit.ts';
import { isShared, type Sharing } from '../loads/load-owner.ts';
import { milesOfKind } from '../loads/market-levels.ts';
import { type LoadLane, laneText } from '../loads/week-loads.ts';
import type { MarketStore } from '../store/market-store.ts';

/** Equal loads, by the id that says which are chosen. */
interface ChosenLoad {
  readonly id: number;
  readonly lane: { readonly freightMarket: string; readonly lane: LoadLane };
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
const MAX_A_WEEK = 3_000;

/**
 * Reads the loads that the market may move by: those of weeks that their freight market discloses, in the week that they
 * count in.
 * @param freightMarkets the cells of the freight markets.
 */
export async function readLoads(
  store: Pick<MarketStore, 'loadsBetween'>,
  freightMarkets: ReadonlyMap<string, MarketCell>,
  sharing: Sharing,
  { from, to }: WeekSpan,
): Promise<LoadsByWeek> {
  const weeks = new Map<number, ChosenLoad[]>();
  // Loads with larger ids are not chosen any more.
  const bounds = new Map<number, number>();
  for (const [freightMarket, cell] of freightMarkets) {
    const disclosed = disclosedCell(cell, 'freightMarket');
    const lanes = new Map<string, ChosenLoad['lane']>();
    const laneOf = (lane: LoadLane): ChosenLoad['lane'] => {
      const text = laneText(lane);
      const known = lanes.get(text) ?? { freightMarket, lane };
      lanes.set(text, known);
      return known;
    };
    for await (const { week: reported, owner, loads } of store.loadsBetween(freightMarket, from, to)) {
      const facts = disclosed.weeks.get(reported);
      if (facts === undefined || !isShared(owner, sharing)) continue;
      const week = countingWeek(disclosed, reported);
      if (week > to) continue;
      const onlyOperator = isOperatorsOwn(facts);
      const chosen = weeks.get(week) ?? [];
      weeks.set(week, chosen);
      const largest = bounds.get(week) ?? Number.POSITIVE_INFINITY;
      for (const { id, lane, slot, contributor, count } of loads.values()) {
        if (onlyOperator && contributor !== OPERATOR) continue;
        if (id <= largest) chosen.push({ id, lane: laneOf(lane), slot, count });
      }
      if (chosen.length <= 2 * MAX_A_WEEK) continue;
      keepSmallest(chosen);
      bounds.set(week, chosen.at(-1)?.id ?? 0);
    }
  }
  for (const chosen of weeks.values()) keepSmallest(chosen);
  return {
    ofWeek: (week, most) =>
      (weeks.get(week) ?? []).slice(0, most).map(({ lane: { freightMarket, lane }, slot, count }) => {
        const kind = kindOfSlot(slot);
        const residual = residualOf(slot);
        return { lane: { ...lane, freightMarket, miles: milesOfKind(kind) }, week, kind, residual, count };
      }),
    drop: (week) => void weeks.delete(week),
  };
}

function keepSmallest(chosen: ChosenLoad[]): void {
  chosen.sort((a, b) => a.id - b.id);
  chosen.length = Math.min(chosen.length, MAX_A_WEEK);
}
