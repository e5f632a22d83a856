import { eachOf, groupsOf } from '../../platform/concurrency/each-of.ts';
import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import { countLoads, loadsToBytes, mergeLoads, type WeekLoads } from '../loads/week-loads.ts';
import type { KeptLoads, MarketStore } from '../store/market-store.ts';
import { refreshCells } from './refresh-cells.ts';

/** Loads of one owner from one freight market, by week. */
export interface FreightMarketLoads {
  readonly freightMarket: string;
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

/** Most bytes of a freight market's loads in a week: an item of the table holds 400 KB, its keys with it. */
const MOST_BYTES = 390_000;
/** So many different loads fit whatever their lanes are: each of its own takes some 60 bytes. */
const SURELY_FIT = 5_000;

const NO_LOADS: WeekLoads = new Map();

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
  { freightMarket, weeks }: FreightMarketLoads,
  thisWeek: number,
): Promise<Imported> {
  const changed: ChangedWeek[] = [];
  let known = 0;
  let added = 0;
  await eachOf(weeks, WEEKS_AT_ONCE, async ([week, brought]) => {
    const there = await store.loads(freightMarket, week, owner);
    if (mergeLoads(there.loads, brought) !== there.loads) changed.push({ week, brought, there });
    else known += countLoads(brought);
  });
  for (const { week, brought, there } of changed)
    refuseTooMany(freightMarket, week, mergeLoads(there.loads, brought));
  for (const group of groupsOf(changed, WEEKS_AT_ONCE)) {
    const more = await addWeeks(store, owner, freightMarket, group);
    added += more;
    known += group.reduce((sum, { brought }) => sum + countLoads(brought), 0) - more;
  }
  // Where nothing was added, an import that was killed may have left weeks pending.
  await refreshCells(store, freightMarket, thisWeek);
  return { added, known };
}

/** What importing these loads would bring, as the market is now; nothing is written. */
export async function foreseeLoads(
  store: Pick<MarketStore, 'loads'>,
  owner: LoadOwner,
  { freightMarket, weeks }: FreightMarketLoads,
): Promise<Imported> {
  let added = 0;
  let brought = 0;
  await eachOf(weeks, WEEKS_AT_ONCE, async ([week, loads]) => {
    const there = await store.loads(freightMarket, week, owner);
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
async function addWeeks(
  store: MarketStore,
  owner: LoadOwner,
  freightMarket: string,
  weeks: readonly ChangedWeek[],
): Promise<number> {
  const there = new Map(weeks.map(({ week, there }) => [week, there]));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const changes = new Map<number, KeptLoads>();
    let added = 0;
    for (const { week, brought } of weeks) {
      const { version, loads: before } = there.get(week) ?? { version: 0, loads: NO_LOADS };
      const loads = mergeLoads(before, brought);
      if (loads === before) continue;
      refuseTooMany(freightMarket, week, loads);
      changes.set(week, { version: version + 1, loads });
      added += countLoads(loads) - countLoads(before);
    }
    if (changes.size === 0) return 0;
    const unmet = await store.replaceLoads(freightMarket, owner, changes);
    if (unmet.length === 0) return added;
    for (const week of unmet) there.set(week, await store.loads(freightMarket, week, owner));
  }
  throw new LoadsContestedError(`loads of ${freightMarket} are being changed by others: try again`);
}

/** @throws TooManyLoadsError where an item of the table does not hold them. */
function refuseTooMany(freightMarket: string, week: number, loads: WeekLoads): void {
  if (loads.size <= SURELY_FIT) return;
  const bytes = loadsToBytes(loads).length;
  if (bytes <= MOST_BYTES) return;
  throw new TooManyLoadsError(
    `${loads.size} different loads of ${freightMarket} in the week of ${mondayOfWeek(week)} take ${bytes} bytes: at most ${MOST_BYTES} are kept of a week, some 25,000 loads`,
  );
}
