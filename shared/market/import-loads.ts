import { eachOf } from '../terminals/each-of.ts';
import type { LoadOwner } from './load-owner.ts';
import type { KeptLoads, MarketStore } from './market-store.ts';
import { refreshCells } from './refresh-cells.ts';
import { countLoads, mergeLoads, type WeekLoads } from './week-loads.ts';
import { mondayOfWeek } from './week-number.ts';

/** Loads of one owner from one freight market, by week. */
export interface RegionLoads {
  readonly region: string;
  readonly weeks: ReadonlyMap<number, WeekLoads>;
}

/** What became of loads. */
export interface Imported {
  readonly added: number;
  /** Loads that were there already. */
  readonly known: number;
}

const WEEKS_AT_ONCE = 8;
const ATTEMPTS = 40;

class LoadsContestedError extends Error {
  override readonly name = 'LoadsContestedError';
}

/** Most different loads of a freight market in a week: what one item of the table holds. */
const MOST_LOADS = 25_000;

/** A freight market has more loads in a week than are kept. */
export class TooManyLoadsError extends Error {
  override readonly name = 'TooManyLoadsError';
}

/**
 * Adds loads that are not there yet, and makes the cells show them. Each step is safe to repeat: after a crash at any
 * moment, the same import again ends as one that was never interrupted.
 * @param thisWeek by `weekNumber`.
 * @throws TooManyLoadsError
 */
export async function importLoads(
  store: MarketStore,
  owner: LoadOwner,
  { region, weeks }: RegionLoads,
  thisWeek: number,
): Promise<Imported> {
  const changed: ChangedWeek[] = [];
  let known = 0;
  let added = 0;
  await eachOf(weeks, WEEKS_AT_ONCE, async ([week, brought]) => {
    const there = await store.loads(region, week, owner);
    if (mergeLoads(there.loads, brought) !== there.loads) changed.push({ week, brought, there });
    else known += countLoads(brought);
  });
  if (changed.length > 0) {
    await store.notePending(
      region,
      changed.map(({ week }) => week),
    );
  }
  await eachOf(changed, WEEKS_AT_ONCE, async (of) => {
    const more = await addWeek(store, owner, region, of);
    added += more;
    known += countLoads(of.brought) - more;
  });
  // Where nothing was added, an import that was killed may have left weeks pending.
  await refreshCells(store, region, thisWeek);
  return { added, known };
}

/** What importing these loads would bring, as the market is now; nothing is written. */
export async function foreseeLoads(
  store: Pick<MarketStore, 'loads'>,
  owner: LoadOwner,
  { region, weeks }: RegionLoads,
): Promise<Imported> {
  let added = 0;
  let brought = 0;
  await eachOf(weeks, WEEKS_AT_ONCE, async ([week, loads]) => {
    const there = await store.loads(region, week, owner);
    added += countLoads(mergeLoads(there.loads, loads)) - countLoads(there.loads);
    brought += countLoads(loads);
  });
  return { added, known: brought - added };
}

interface ChangedWeek {
  readonly week: number;
  readonly brought: WeekLoads;
  /** As they were read first. */
  readonly there: KeptLoads;
}

/** @returns how many loads are new. */
async function addWeek(
  store: MarketStore,
  owner: LoadOwner,
  region: string,
  { week, brought, there }: ChangedWeek,
): Promise<number> {
  let before = there;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const loads = mergeLoads(before.loads, brought);
    if (loads === before.loads) return 0;
    if (loads.size > MOST_LOADS) {
      const ofWeek = `${region} in the week of ${mondayOfWeek(week)}`;
      throw new TooManyLoadsError(
        `${loads.size} different loads of ${ofWeek}: at most ${MOST_LOADS} are kept`,
      );
    }
    const next = { version: before.version + 1, loads };
    if (await store.replaceLoads(region, week, owner, next)) {
      return countLoads(loads) - countLoads(before.loads);
    }
    before = await store.loads(region, week, owner);
  }
  throw new LoadsContestedError(`loads of ${region} are being changed by others: try again`);
}
