import { chunk } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { mondayOfWeek } from '../../platform/time/utc-calendar.ts';
import { freightMarketOfName } from '../loads/freight-markets.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import { countLoads, loadsToBytes, mergeLoads, type WeekLoads } from '../loads/week-loads.ts';
import type { MarketStore, VersionedLoads } from '../store/dynamodb-market-store.ts';
import { refreshCells } from './refresh-cells.ts';

export interface FreightMarketLoads {
  /** Or the `unlearnedName` of one. */
  readonly freightMarket: string;
  readonly weeks: ReadonlyMap<number, WeekLoads>;
}

export interface Imported {
  readonly added: number;
  readonly known: number;
}

const WEEKS_AT_ONCE = 8;
const ATTEMPTS = 40;

class LoadsContestedError extends Error {
  override readonly name = 'LoadsContestedError';
}

/** Bytes of a freight market's loads in a week, at most: a DynamoDB item is limited to 400 KB, including keys. */
const MAX_BYTES = 390_000;
/** This many distinct loads always fit: each takes about 90 bytes at most. */
const SURELY_FIT = 4_000;

/** A freight market has more loads in a week than can be stored. */
export class TooManyLoadsError extends Error {
  override readonly name = 'TooManyLoadsError';
}

/**
 * Adds loads that are not stored yet, and refreshes the cells. Each step is safe to repeat: after a crash, the same
 * import completes as if it had not been interrupted.
 * @param thisWeek by `weekNumber`.
 * @throws TooManyLoadsError
 */
export async function importLoads(
  store: MarketStore,
  owner: LoadOwner,
  { freightMarket, weeks }: FreightMarketLoads,
  thisWeek: number,
): Promise<Imported> {
  let added = 0;
  for (const group of chunk([...weeks], WEEKS_AT_ONCE))
    added += await addWeeks(store, owner, freightMarket, new Map(group));
  // Refresh even if nothing was added: an interrupted import may have left weeks pending.
  await refreshCells(store, freightMarket, thisWeek);
  return { added, known: loadsIn(weeks) - added };
}

const loadsIn = (weeks: FreightMarketLoads['weeks']): number =>
  [...weeks.values()].reduce((sum, loads) => sum + countLoads(loads), 0);

/** What importing these loads would add now; nothing is written. @throws TooManyLoadsError */
export async function previewImport(
  store: Pick<MarketStore, 'loads'>,
  owner: LoadOwner,
  { freightMarket, weeks }: FreightMarketLoads,
): Promise<Imported> {
  let added = 0;
  for (const group of chunk([...weeks], WEEKS_AT_ONCE))
    added += (await changesOf(store, owner, freightMarket, new Map(group))).added;
  return { added, known: loadsIn(weeks) - added };
}

/** The weeks that loads change, as they are stored next, and the number of new loads. */
async function changesOf(
  store: Pick<MarketStore, 'loads'>,
  owner: LoadOwner,
  freightMarket: string,
  weeks: FreightMarketLoads['weeks'],
) {
  const changes = new Map<number, VersionedLoads>();
  let added = 0;
  await forEachConcurrent(weeks, WEEKS_AT_ONCE, async ([week, incoming]) => {
    const { version, loads: before } = await store.loads(freightMarket, week, owner);
    const loads = mergeLoads(before, incoming);
    if (loads === before) return;
    rejectTooMany(freightMarket, week, loads);
    changes.set(week, { version: version + 1, loads });
    added += countLoads(loads) - countLoads(before);
  });
  return { changes, added };
}

/** @returns the number of new loads. */
async function addWeeks(
  store: MarketStore,
  owner: LoadOwner,
  freightMarket: string,
  weeks: FreightMarketLoads['weeks'],
): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { changes, added } = await changesOf(store, owner, freightMarket, weeks);
    if (changes.size === 0 || (await store.replaceLoads(freightMarket, owner, changes))) return added;
  }
  throw new LoadsContestedError(`other processes keep changing the loads of ${freightMarket}; try again`);
}

/** @throws TooManyLoadsError if the loads do not fit in an item. */
function rejectTooMany(freightMarket: string, week: number, loads: WeekLoads): void {
  if (loads.size <= SURELY_FIT) return;
  const bytes = loadsToBytes(loads).length;
  if (bytes <= MAX_BYTES) return;
  throw new TooManyLoadsError(
    `${loads.size} distinct loads of ${freightMarketOfName(freightMarket)} in the week of ${mondayOfWeek(week)} take ${bytes} bytes; the limit of a week is ${MAX_BYTES} bytes, about 25,000 loads`,
  );
}
