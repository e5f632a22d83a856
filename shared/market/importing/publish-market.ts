import { setTimeout as wait } from 'node:timers/promises';
import type { WeekSpan } from '../../platform/time/utc-calendar.ts';
import { countingWeek, kindOfSlot, type MarketCell, OPERATOR, residualOf } from '../cells/market-cell.ts';
import { disclosedCell, isDisclosable, isOperatorsOwn } from '../cells/visible-cells.ts';
import { ALL_MARKETS, isRoadMarket } from '../loads/freight-markets.ts';
import { isShared, type LoadOwner, MARKET, type Sharing } from '../loads/load-owner.ts';
import { freightMarketKey, laneKeys } from '../loads/market-levels.ts';
import { spanOf } from '../model/estimate-lane.ts';
import { type FitLoad, fitMarket, type MarketFit } from '../model/market-fit.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';
import { CellsContestedError } from './refresh-cells.ts';

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
      for (const { id, lane, slot, contributor, count } of loads.values()) {
        if (onlyOperator && contributor !== OPERATOR) continue;
        const keys = laneKeys({ ...lane, freightMarket, miles: 0 });
        const text = keys.lane ?? keys.zone ?? keys.marketState ?? '';
        const [kind, residual] = [kindOfSlot(slot), residualOf(slot)];
        sample.push({ id, freightMarket, lane: text, week, kind, residual, count });
      }
      if (sample.length > 2 * MAX_A_WEEK) keepSmallest(sample);
    }
  }
  for (const sample of weeks.values()) keepSmallest(sample);
  return [...weeks.values()].flat();
}

function keepSmallest(sample: SampledLoad[]): void {
  sample.sort((a, b) => a.id - b.id);
  sample.length = Math.min(sample.length, MAX_A_WEEK);
}

const ATTEMPTS = 20;
const MAX_WAIT_MS = 1_000;

/**
 * Fits and publishes the market. Of concurrent publications, the last one has read what all of them wrote.
 * @throws CellsContestedError if other processes keep publishing.
 */
export async function publishMarket(store: MarketStore, thisWeek: number): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const version = ((await store.summary())?.version ?? 0) + 1;
    const sharing = await store.sharing();
    const owners = [...sharing.keys()].sort();
    const kept = await store.cells(MARKET, ALL_MARKETS.map(freightMarketKey));
    const freightMarkets = new Map(
      kept.flatMap(({ cell, stamp }, position) =>
        stamp === undefined ? [] : [[ALL_MARKETS[position] ?? '', cell]],
      ),
    );
    const span = spanOf(thisWeek);
    const loads = await readLoads(store, freightMarkets, sharing, span);
    const fitOf = (isRoad: boolean): MarketFit => {
      const fit = fitMarket(
        loads.filter(({ freightMarket }) => isRoadMarket(freightMarket) === isRoad),
        thisWeek,
      );
      const disclosed = [...fit.freightMarkets].filter(([name]) => {
        const cell = freightMarkets.get(name);
        return cell !== undefined && isDisclosable('freightMarket', cell, span);
      });
      return { ...fit, freightMarkets: new Map(disclosed) };
    };
    const summary = {
      ...{ version, week: thisWeek, regions: [...freightMarkets.keys()] },
      ...{ fit: fitOf(false), roadFit: fitOf(true) },
      ...{ shared: owners.filter((owner) => sharing.get(owner)), owners },
    };
    if (await store.publish(summary)) return;
    await wait(Math.min(MAX_WAIT_MS, 50 * attempt) * Math.random());
  }
  throw new CellsContestedError('other processes keep publishing the market; try again');
}

/**
 * Whether readers need a publication to see imported loads of an owner: a publication fits the whole market, which takes
 * seconds. Private cells are read at each call, if the published market knows that the owner has some.
 */
export async function mustPublish(
  store: Pick<MarketStore, 'sharing' | 'summary'>,
  owner: LoadOwner,
): Promise<boolean> {
  if (isShared(owner, await store.sharing())) return true;
  return (await store.summary())?.owners.includes(owner) !== true;
}
