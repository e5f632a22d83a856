import { setTimeout as wait } from 'node:timers/promises';
import { chunk } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import {
  binOf,
  boundedWeek,
  type CellWeek,
  loadsOf,
  type MarketCell,
  WeekTally,
} from '../cells/market-cell.ts';
import { isUnlearned } from '../loads/freight-markets.ts';
import {
  type CellScope,
  isOrganization,
  isShared,
  type LoadOwner,
  MARKET,
  type Sharing,
} from '../loads/load-owner.ts';
import { LANE_LEVELS, type LaneLevel, laneKeys } from '../loads/market-levels.ts';
import type { LoadLane, WeekLoads } from '../loads/week-loads.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';

interface CellTally {
  readonly scope: CellScope;
  readonly level: LaneLevel;
  readonly key: string;
  /** A week whose tally is empty has no loads anymore. */
  readonly weeks: Map<number, WeekTally>;
}

/** Counts loads of a freight market into their cells. */
class CellTallies {
  readonly #freightMarket: string;
  readonly #sharing: Sharing;
  readonly #cells = new Map<string, CellTally>();
  /** Number of counted load records, which bounds the memory in use. */
  size = 0;

  constructor(freightMarket: string, sharing: Sharing) {
    this.#freightMarket = freightMarket;
    this.#sharing = sharing;
  }

  get cells(): readonly CellTally[] {
    return [...this.#cells.values()];
  }

  add(week: number, owner: LoadOwner, loads: WeekLoads): void {
    const shared = isShared(owner, this.#sharing);
    this.size += loads.size;
    for (const [lane, ofLane] of Map.groupBy(loads.values(), (load) => load.lane)) {
      for (const { scope, level, weeks } of this.#cellsOf(lane, owner)) {
        const tally = weeks.get(week) ?? new WeekTally();
        weeks.set(week, tally);
        // If an owner stopped sharing, the cell is rebuilt without its loads.
        if (scope === MARKET && !shared) continue;
        for (const { slot, contributor, count } of ofLane) tally.add(binOf(level, slot), contributor, count);
      }
    }
  }

  #cellsOf(lane: LoadLane, owner: LoadOwner): readonly CellTally[] {
    const keys = laneKeys({ ...lane, freightMarket: this.#freightMarket, miles: 0 });
    const isLearned = !isUnlearned(this.#freightMarket);
    const levels: readonly LaneLevel[] = isLearned ? LANE_LEVELS : ['freightMarket'];
    const scopes = [...(isLearned ? [MARKET] : []), ...(isOrganization(owner) ? [owner] : [])];
    return scopes.flatMap((scope) =>
      levels.flatMap((level) => {
        const key = keys[level];
        if (key === undefined) return [];
        const name = `${scope} ${key}`;
        const known = this.#cells.get(name) ?? { scope, level, key, weeks: new Map() };
        this.#cells.set(name, known);
        return [known];
      }),
    );
  }
}

/** Weeks that cells keep: those that a rate uses, and some more for rates of past days. */
export const KEPT_WEEKS = 78;

const LOADS_AT_ONCE = 40_000;
const KEYS_AT_ONCE = 100;
const WRITES_AT_ONCE = 24;

const ATTEMPTS = 40;
const MIN_WAIT_MS = 50;
/** Several such pauses fit in the three minutes that the upload function leaves for a step. */
const MAX_WAIT_MS = 30_000;

/** Clock and pause of a refresh, in milliseconds. */
interface RefreshTiming {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

const TIMING: RefreshTiming = { now: () => performance.now(), pause: wait };

/** Other processes kept changing the same freight market. */
export class CellsContestedError extends Error {
  override readonly name = 'CellsContestedError';
}

/**
 * Counts every pending week of a freight market again, for all owners.
 * The refresh that began last wins, and has read everything written before. So no load is lost or counted twice by
 * crashes or concurrent refreshes.
 * @param timing replaced in tests.
 * @throws CellsContestedError after 40 attempts
 */
export async function refreshCells(
  store: MarketStore,
  freightMarket: string,
  thisWeek: number,
  { now, pause }: RefreshTiming = TIMING,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const began = now();
    const { stamp, pending } = await store.beginRefresh(freightMarket);
    if (pending.length === 0) return;
    const written = await writeCells(store, { freightMarket, pending, stamp, thisWeek });
    if (written && (await store.clearPending(freightMarket, pending, stamp))) return;
    if (attempt === ATTEMPTS)
      throw new CellsContestedError(`other processes keep changing ${freightMarket}; try again`);
    // A refresh that begins before the other one has ended makes that one fail, so wait as long as a refresh takes.
    const longest = attempt * Math.max(MIN_WAIT_MS, 2 * (now() - began));
    await pause(Math.min(MAX_WAIT_MS, longest) * Math.random());
  }
}

interface Refresh {
  readonly freightMarket: string;
  readonly pending: readonly number[];
  readonly stamp: number;
  readonly thisWeek: number;
}

/** @returns false if a later refresh has written. */
async function writeCells(store: MarketStore, refresh: Refresh): Promise<boolean> {
  const { freightMarket, pending } = refresh;
  const sharing = await store.sharing();
  const wanted = new Set(pending);
  let tallies = new CellTallies(freightMarket, sharing);
  let lastWeek: number | undefined;
  const between = store.loadsBetween(freightMarket, Math.min(...pending), Math.max(...pending));
  for await (const { week, owner, loads } of between) {
    if (!wanted.has(week)) continue;
    // A week is counted whole, because its owners share cells.
    if (week !== lastWeek && tallies.size > LOADS_AT_ONCE) {
      if (!(await putTallies(store, tallies, refresh))) return false;
      tallies = new CellTallies(freightMarket, sharing);
    }
    lastWeek = week;
    tallies.add(week, owner, loads);
  }
  return putTallies(store, tallies, refresh);
}

async function putTallies(store: MarketStore, tallies: CellTallies, refresh: Refresh): Promise<boolean> {
  const byScope = Map.groupBy(tallies.cells, ({ scope }) => scope);
  for (const [scope, cells] of byScope) {
    for (const group of chunk(cells, KEYS_AT_ONCE)) {
      const known = await store.cells(
        scope,
        group.map(({ key }) => key),
      );
      let outdated = false;
      await forEachConcurrent(group.entries(), WRITES_AT_ONCE, async ([position, tally]) => {
        const { cell = { weeks: new Map() }, stamp } = known[position] ?? {};
        if (outdated || (stamp ?? 0) > refresh.stamp) {
          outdated = true;
          return;
        }
        const next = withWeeks(cell, tally.weeks, refresh.thisWeek);
        const stamps = { before: stamp, now: refresh.stamp };
        if (!(await store.replaceCell(scope, tally.key, next, stamps))) outdated = true;
      });
      if (outdated) return false;
    }
  }
  return true;
}

function withWeeks(cell: MarketCell, tallies: CellTally['weeks'], thisWeek: number): MarketCell {
  const counted = [...tallies].map(([week, facts]) => [week, boundedWeek(facts)] as const);
  const weeks = [...new Map<number, CellWeek>([...cell.weeks, ...counted])];
  return {
    weeks: new Map(weeks.filter(([week, facts]) => loadsOf(facts) > 0 && week > thisWeek - KEPT_WEEKS)),
  };
}
