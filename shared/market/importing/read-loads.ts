import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { disclosedCell, isOperatorsOwn } from '../cells/disclosed-cell.ts';
import { countingWeek, kindOfSlot, type MarketCell, OPERATOR, residualOf } from '../cells/market-cell.ts';
import type { FitLoad } from '../fit/market-fit.ts';
import { isShared, type Sharing } from '../loads/load-owner.ts';
import { milesOfKind } from '../loads/market-levels.ts';
import { type LoadLane, laneText } from '../loads/week-loads.ts';
import type { MarketStore } from '../store/market-store.ts';

/** Equal loads; ids decide the sample. */
interface SampledLoad {
  readonly id: number;
  readonly lane: { readonly freightMarket: string; readonly lane: LoadLane };
  readonly slot: number;
  readonly count: number;
}

/** Loads of a span by week; the order of imports does not matter. */
export interface LoadsByWeek {
  /** At most `most` loads, those with the smallest ids. Ids are hashes, so this is a random sample. */
  ofWeek(week: number, most?: number): readonly FitLoad[];
  /** Releases the memory of a week. */
  drop(week: number): void;
}

/** Loads of a week in memory, at most: more do not make paths visibly more accurate. */
const MAX_A_WEEK = 3_000;

/**
 * Reads the loads that may move the market: those of weeks that their freight market discloses, in the week in
 * which they count.
 * @param freightMarkets their cells by name.
 */
export async function readLoads(
  store: Pick<MarketStore, 'loadsBetween'>,
  freightMarkets: ReadonlyMap<string, MarketCell>,
  sharing: Sharing,
  { from, to }: WeekSpan,
): Promise<LoadsByWeek> {
  const weeks = new Map<number, SampledLoad[]>();
  // By week, the largest id that can still be in the sample.
  const bounds = new Map<number, number>();
  for (const [freightMarket, cell] of freightMarkets) {
    const disclosed = disclosedCell(cell, 'freightMarket');
    const lanes = new Map<string, SampledLoad['lane']>();
    const laneOf = (lane: LoadLane): SampledLoad['lane'] => {
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
      const sample = weeks.get(week) ?? [];
      weeks.set(week, sample);
      const largest = bounds.get(week) ?? Number.POSITIVE_INFINITY;
      for (const { id, lane, slot, contributor, count } of loads.values()) {
        if (onlyOperator && contributor !== OPERATOR) continue;
        if (id <= largest) sample.push({ id, lane: laneOf(lane), slot, count });
      }
      if (sample.length <= 2 * MAX_A_WEEK) continue;
      keepSmallest(sample);
      bounds.set(week, sample.at(-1)?.id ?? 0);
    }
  }
  for (const sample of weeks.values()) keepSmallest(sample);
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

function keepSmallest(sample: SampledLoad[]): void {
  sample.sort((a, b) => a.id - b.id);
  sample.length = Math.min(sample.length, MAX_A_WEEK);
}
