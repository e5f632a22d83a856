import { eachOf, groupsOf } from '../../platform/concurrency/each-of.ts';
import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import { countLoads, loadsToBytes, mergeLoads, type WeekLoads } from '../loads/week-loads.ts';
import type { MarketStore, VersionedLoads } from '../store/market-store.ts';
import { refreshCells } from './refresh-cells.ts';

/** Loads of one owner from one freight market, by week. */
export interface FreightMarketLoads {
  readonly freightMarket: string;
  readonly weeks: ReadonlyMap<number, WeekLoads>;
}

/** What became of loads. */
export interface Imported {
  readonly added: number;
  /** Loads that were stored already. */
  readonly known: number;
}

const WEEKS_AT_ONCE = 8;
const ATTEMPTS = 40;

class LoadsContestedError extends Error {
  override readonly name = 'LoadsContestedError';
}

/** Most bytes of a freight market's loads in a week: an item of the table holds 400 KB, its keys with it. */
const MAX_BYTES = 390_000;
/** So many different loads fit whatever their lanes are: each of its own takes some 60 bytes. */
const SURELY_FIT = 5_000;

const NO_LOADS: WeekLoads = new Map();

/** A freight market has more loads in a week than are kept. */
export class TooManyLoadsError extends Error {
  override readonly name = 'TooManyLoadsError';
}

/**
 * Adds loads that are not stored yet, and makes the cells show them. Each step is safe to repeat: after a crash at any
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
  await eachOf(weeks, WEEKS_AT_ONCE, async ([week, incoming]) => {
    const stored = await store.loads(freightMarket, week, owner);
    if (mergeLoads(stored.loads, incoming) !== stored.loads) changed.push({ week, incoming, stored });
    else known += countLoads(incoming);
  });
  for (const { week, incoming, stored } of changed)
    rejectTooMany(freightMarket, week, mergeLoads(stored.loads, incoming));
  for (const group of groupsOf(changed, WEEKS_AT_ONCE)) {
    const more = await addWeeks(store, owner, freightMarket, group);
    added += more;
    known += group.reduce((sum, { incoming }) => sum + countLoads(incoming), 0) - more;
  }
  // Where nothing was added, an import that was killed may have left weeks pending.
  await refreshCells(store, freightMarket, thisWeek);
  return { added, known };
}

/** What importing these loads would bring, as the market is now; nothing is written. */
export async function previewImport(
  store: Pick<MarketStore, 'loads'>,
  owner: LoadOwner,
  { freightMarket, weeks }: FreightMarketLoads,
): Promise<Imported> {
  let added = 0;
  let incoming = 0;
  await eachOf(weeks, WEEKS_AT_ONCE, async ([week, loads]) => {
    const stored = await store.loads(freightMarket, week, owner);
    added += countLoads(mergeLoads(stored.loads, loads)) - countLoads(stored.loads);
    incoming += countLoads(loads);
  });
  return { added, known: incoming - added };
}

interface ChangedWeek {
  readonly week: number;
  readonly incoming: WeekLoads;
  /** As they were read first. */
  readonly stored: VersionedLoads;
}

/** @returns how many loads are new. */
async function addWeeks(
  store: MarketStore,
  owner: LoadOwner,
  freightMarket: string,
  weeks: readonly ChangedWeek[],
): Promise<number> {
  const stored = new Map(weeks.map(({ week, stored }) => [week, stored]));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const changes = new Map<number, VersionedLoads>();
    let added = 0;
    for (const { week, incoming } of weeks) {
      const { version, loads: before } = stored.get(week) ?? { version: 0, loads: NO_LOADS };
      const loads = mergeLoads(before, incoming);
      if (loads === before) continue;
      rejectTooMany(freightMarket, week, loads);
      changes.set(week, { version: version + 1, loads });
      added += countLoads(loads) - countLoads(before);
    }
    if (changes.size === 0) return 0;
    const unmet = await store.replaceLoads(freightMarket, owner, changes);
    if (unmet.length === 0) return added;
    for (const week of unmet) stored.set(week, await store.loads(freightMarket, week, owner));
  }
  throw new LoadsContestedError(`loads of ${freightMarket} are being changed by others: try again`);
}

/** @throws TooManyLoadsError where an item of the table does not hold them. */
function rejectTooMany(freightMarket: string, week: number, loads: WeekLoads): void {
  if (loads.size <= SURELY_FIT) return;
  const bytes = loadsToBytes(loads).length;
  if (bytes <= MAX_BYTES) return;
  throw new TooManyLoadsError(
    `${loads.size} different loads of ${freightMarket} in the week of ${mondayOfWeek(week)} take ${bytes} bytes: at most ${MAX_BYTES} are kept of a week, some 25,000 loads`,
  );
}
