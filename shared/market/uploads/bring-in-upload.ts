import { groupsOf } from '../../platform/concurrency/each-of.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import {
  type FreightMarketLoads,
  foreseeLoads,
  type Imported,
  importLoads,
  TooManyLoadsError,
} from '../importing/import-loads.ts';
import { registerOwner } from '../importing/share-loads.ts';
import { publishMarket } from '../publishing/publish-market.ts';
import { fewContributors } from '../store/few-contributors.ts';
import { GatheredLoads } from './load-piece.ts';
import type { OwnedUpload, UploadPorts } from './upload-ports.ts';
import { finished, type LoadGroup, loadGroups, type UploadState } from './upload-state.ts';

/** Sections of pieces that are in memory together: 1 MB each, as a rule. */
const PIECES_AT_ONCE = 8;

const thisWeek = ({ now }: UploadPorts): number => weekNumber(utcDay(now()));

/**
 * @returns what makes the next state of one whose file was read: it finds what the next group of loads adds, or brings
 * that group in. Both are safe to repeat.
 */
export function uploadBringer(
  ports: UploadPorts,
  { owner, key }: OwnedUpload,
): (state: UploadState) => Promise<UploadState> {
  let gathered: { readonly group: number; readonly loads: FreightMarketLoads } | undefined;
  return async (state) => {
    const group = loadGroups(state)[state.groupsDone];
    if (group === undefined) return { ...state, phase: 'publishing' };
    if (gathered?.group !== state.groupsDone) {
      const found = await gather(ports, state, group);
      // An import that waited for its organization may have outlived what it had read, refused rows included.
      if (found === undefined) {
        return { ...state, phase: 'publishing', refusal: PIECES_EXPIRED(key), refusedRows: [], told: 0 };
      }
      gathered = { group: state.groupsDone, loads: found };
    }
    const { loads } = gathered;
    const { foreseen, ...rest } = state;
    if (foreseen === undefined) return { ...state, foreseen: await foreseeLoads(ports.store, owner, loads) };
    await registerOwner(ports.store, owner);
    const refusal = await bringIn(ports, owner, loads);
    if (refusal !== undefined) return { ...rest, phase: 'publishing', refusal: `${key}: ${refusal}` };
    return { ...rest, ...sum(state, foreseen), groupsDone: state.groupsDone + 1 };
  };
}

const sum = (before: Imported, more: Imported): Imported => ({
  added: before.added + more.added,
  known: before.known + more.known,
});

/** @returns why it ends here, where it does. */
async function bringIn(
  ports: UploadPorts,
  owner: OwnedUpload['owner'],
  loads: FreightMarketLoads,
): Promise<string | undefined> {
  try {
    await importLoads(ports.store, owner, loads, thisWeek(ports));
    return undefined;
  } catch (error) {
    if (!(error instanceof TooManyLoadsError)) throw error;
    return `${error.message}. What was brought in before stays.`;
  }
}

const PIECES_EXPIRED = (key: string): string =>
  `${key}: what was read of it has expired: upload it again. What was brought in before stays.`;

/** The loads of a group; undefined where a part of them has expired. */
async function gather(
  { objects }: UploadPorts,
  { pieces }: UploadState,
  group: LoadGroup,
): Promise<FreightMarketLoads | undefined> {
  const loads = new GatheredLoads(group);
  const there = pieces.filter(({ sections }) => group.freightMarket in sections);
  for (const some of groupsOf(there, PIECES_AT_ONCE)) {
    const read = some.map(async ({ key, sections }) => {
      const section = sections[group.freightMarket];
      return section && objects.readPart(key, undefined, section);
    });
    for (const bytes of await Promise.all(read)) {
      if (bytes === undefined) return undefined;
      loads.add(bytes);
    }
  }
  return loads.loads;
}

/** Puts what was brought in in force, which ends the import. */
export async function publishUpload(
  ports: UploadPorts,
  { owner }: OwnedUpload,
  state: UploadState,
): Promise<UploadState> {
  await publishMarket(ports.store, await ports.dieselFor(), thisWeek(ports));
  const note = fewContributors(owner, await ports.store.summary());
  return finished(note === undefined ? state : { ...state, note }, ports.now());
}
