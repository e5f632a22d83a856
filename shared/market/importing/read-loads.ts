import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { countingWeek, kindOfSlot, type MarketCell, OPERATOR, residualOf } from '../cells/market-cell.ts';
import { disclosedCell, isOperatorsOwn } from '../cells/visible-cells.ts';
import { isShared, type Sharing } from '../loads/load-owner.ts';
import { laneKeys } from '../loads/market-levels.ts';
import type { FitLoad } from '../model/market-fit.ts';
import type { MarketStore } from '../store/market-store.ts';

/** Ids decide the sample. */
interface SampledLoad extends FitLoad {
  readonly id: number;
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
): Promise<readonly FitLoad[]> {
  const weeks = new Map<number, SampledLoad[]>();
  // By week, the largest id that can still be in the sample.
  const bounds = new Map<number, number>();
  for (const [freightMarket, cell] of freightMarkets) {
    const disclosed = disclosedCell(cell, 'freightMarket');
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
        if (id > largest) continue;
        const keys = laneKeys({ ...lane, freightMarket, miles: 0 });
        const text = keys.lane ?? keys.zone ?? keys.marketState ?? '';
        const [kind, residual] = [kindOfSlot(slot), residualOf(slot)];
        sample.push({ id, freightMarket, lane: text, week, kind, residual, count });
      }
      if (sample.length <= 2 * MAX_A_WEEK) continue;
      keepSmallest(sample);
      bounds.set(week, sample.at(-1)?.id ?? 0);
    }
  }
  for (const sample of weeks.values()) keepSmallest(sample);
  return [...weeks.values()].flat();
}

function keepSmallest(sample: SampledLoad[]): void {
  sample.sort((a, b) => a.id - b.id);
  sample.length = Math.min(sample.length, MAX_A_WEEK);
}
