import { setTimeout as wait } from 'node:timers/promises';
import { eachOf, groupsOf } from '../../platform/concurrency/each-of.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import { CellTallies, type TalliedCell } from '../cells/tally-cells.ts';
import type { MarketStore } from '../store/market-store.ts';

/** Weeks that cells keep: those that a rate looks back on, and some for rates of days that have passed. */
export const KEPT_WEEKS = 78;

/** Loads that are counted together: more would fill the memory. */
const LOADS_AT_ONCE = 40_000;
const KEYS_AT_ONCE = 100;
const WRITES_AT_ONCE = 24;

const ATTEMPTS = 40;
const MAX_WAIT_MS = 1_000;

/** Others kept changing the same freight market. */
export class CellsContestedError extends Error {
  override readonly name = 'CellsContestedError';
}

/**
 * Makes the cells of a freight market show its loads: every pending week is counted anew, by all owners. Whoever began
 * last wins, and knows all that was written before: nothing is lost and nothing counted twice, whatever is killed or
 * done at the same time.
 */
export async function refreshCells(
  store: MarketStore,
  freightMarket: string,
  thisWeek: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { stamp, pending } = await store.beginRefresh(freightMarket);
    if (pending.length === 0) return;
    const written = await writeCells(store, { freightMarket, pending, stamp, thisWeek });
    if (written && (await store.clearPending(freightMarket, pending, stamp))) return;
    if (attempt === ATTEMPTS)
      throw new CellsContestedError(`${freightMarket} is being changed by others: try again`);
    await wait(Math.min(MAX_WAIT_MS, 50 * attempt) * Math.random());
  }
}

interface Refresh {
  readonly freightMarket: string;
  readonly pending: readonly number[];
  readonly stamp: number;
  readonly thisWeek: number;
}

/** @returns false where somebody who began later has written. */
async function writeCells(store: MarketStore, refresh: Refresh): Promise<boolean> {
  const { freightMarket, pending } = refresh;
  const sharing = await store.sharing();
  const wanted = new Set(pending);
  let tallies = new CellTallies(freightMarket, sharing);
  let counted: number | undefined;
  const between = store.loadsBetween(freightMarket, Math.min(...pending), Math.max(...pending));
  for await (const { week, owner, loads } of between) {
    if (!wanted.has(week)) continue;
    // A week is counted whole: its owners' loads lie in the same cells.
    if (week !== counted && tallies.size > LOADS_AT_ONCE) {
      if (!(await putTallies(store, tallies, refresh))) return false;
      tallies = new CellTallies(freightMarket, sharing);
    }
    counted = week;
    tallies.add(week, owner, loads);
  }
  return putTallies(store, tallies, refresh);
}

async function putTallies(store: MarketStore, tallies: CellTallies, refresh: Refresh): Promise<boolean> {
  const byScope = Map.groupBy(tallies.cells(), ({ scope }) => scope);
  for (const [scope, cells] of byScope) {
    for (const group of groupsOf(cells, KEYS_AT_ONCE)) {
      const known = await store.cells(
        scope,
        group.map(({ key }) => key),
      );
      let overtaken = false;
      await eachOf(group.entries(), WRITES_AT_ONCE, async ([position, tallied]) => {
        const { cell = { weeks: new Map() }, stamp } = known[position] ?? {};
        if (overtaken || (stamp ?? 0) > refresh.stamp) {
          overtaken = true;
          return;
        }
        const next = withWeeks(cell, tallied, refresh.thisWeek);
        const stamps = { before: stamp, now: refresh.stamp };
        if (!(await store.replaceCell(scope, tallied.key, next, stamps))) overtaken = true;
      });
      if (overtaken) return false;
    }
  }
  return true;
}

function withWeeks(cell: MarketCell, { weeks }: TalliedCell, thisWeek: number): MarketCell {
  const next = new Map(cell.weeks);
  for (const [week, facts] of weeks) {
    if (facts === undefined) next.delete(week);
    else next.set(week, facts);
  }
  for (const week of next.keys()) if (week <= thisWeek - KEPT_WEEKS) next.delete(week);
  return { weeks: next };
}
