import { utcDay, weekNumber } from '../../platform/time/utc-calendar.ts';
import { ended, type ImportedFile, type ImportOutcome, importUpload } from '../../uploads/import-upload.ts';
import { readAccountKey, UPLOAD_FOLDERS, uploadGroup } from '../../uploads/upload-key.ts';
import type { Upload } from '../../uploads/upload-message.ts';
import { isUnlearned } from '../loads/freight-markets.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { LoadRecord } from '../loads/week-loads.ts';
import { contributorNote } from '../store/published-market.ts';
import { type FreightMarketLoads, importLoads, previewImport, TooManyLoadsError } from './import-loads.ts';
import {
  type LoadFileState,
  loadFileState,
  MAX_ANNOUNCED_BYTES,
  newLoadFileState,
} from './load-file-state.ts';
import { mustPublish, publishMarket } from './publish-market.ts';
import {
  addFromObject,
  createLoadFileReader,
  type LoadFilePorts,
  READING_SIZES,
  type ReadingSizes,
} from './read-load-file.ts';
import { registerOwner } from './share-loads.ts';

/** Imports a file of loads as far as time allows; see `importUpload`. */
export async function importLoadFile(
  ports: LoadFilePorts,
  upload: Upload,
  sizes: ReadingSizes = READING_SIZES,
): Promise<ImportOutcome<LoadFileState>> {
  const owner = uploadGroup(upload.key) as LoadOwner;
  return importUpload(ports, upload, {
    schema: loadFileState,
    maxBytes: readAccountKey(upload.key)?.folder === UPLOAD_FOLDERS.loads ? MAX_ANNOUNCED_BYTES : undefined,
    begin: newLoadFileState,
    stepsOf: (file) => {
      const read = createLoadFileReader(ports, file, owner, sizes);
      const importNext = createLoadImporter(ports, file, owner);
      return (state) => {
        if (state.phase === 'reading') return read(state);
        return state.phase === 'importing' ? importNext(state) : publishLoads(ports, owner, state);
      };
    },
    stop: (state, reason, code) =>
      state.phase === 'importing' && state.groupsDone > 0
        ? publishing(state, reason, code)
        : ended(state, reason, code),
    importedNothing: ({ offset, length, rows, rejected }) => offset < length || rejected === rows,
  });
}

/** A group of weeks of a freight market that is imported in one step. */
interface LoadGroup {
  /** Or the `unlearnedName` of one. */
  readonly freightMarket: string;
  readonly keys: readonly string[];
  readonly weeks: ReadonlySet<number>;
}

const LOADS_AT_ONCE = 80_000;

/** Weeks of a freight market in groups that fit in memory, ascending. A week is never split. */
function weekGroups(loadsByWeek: readonly (readonly [week: number, loads: number])[]): Set<number>[] {
  const groups: Set<number>[] = [];
  let loads = Number.POSITIVE_INFINITY;
  for (const [week, count] of loadsByWeek) {
    if (loads + count > LOADS_AT_ONCE) {
      groups.push(new Set());
      loads = 0;
    }
    groups.at(-1)?.add(week);
    loads += count;
  }
  return groups;
}

/** All groups of an import, in order. */
const loadGroups = ({ markets }: LoadFileState): LoadGroup[] =>
  Object.entries(markets)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([freightMarket, { keys, weeks }]) =>
      weekGroups(weeks).map((group) => ({ freightMarket, keys, weeks: group })),
    );

const thisWeek = ({ now }: LoadFilePorts): number => weekNumber(utcDay(now()));

/** Loads that were imported are published, although the rest of the file is not imported. */
const publishing = (state: LoadFileState, reason: string, code: LoadFileState['code']): LoadFileState => ({
  ...state,
  phase: 'publishing',
  progress: 0.9,
  reason,
  code,
});

/**
 * Creates the step of a file that was read. It computes what the next group of loads adds, or imports that group; both are
 * safe to repeat.
 */
function createLoadImporter(
  ports: LoadFilePorts,
  { names }: ImportedFile,
  owner: LoadOwner,
): (state: LoadFileState) => Promise<LoadFileState> {
  const { store } = ports;
  let gathered: { readonly group: number; readonly loads: FreightMarketLoads } | undefined;
  const stop = (state: LoadFileState, reason: string, code: LoadFileState['code']): LoadFileState =>
    publishing(state, `${names.file}: ${reason}`, code);
  return async (state) => {
    const { groupsDone, preview } = state;
    const groups = loadGroups(state);
    const group = groups[groupsDone];
    if (group === undefined) return { ...state, phase: 'publishing', progress: 0.9 };
    if (gathered?.group !== groupsDone) {
      const loads = await gather(ports, group);
      // If an import waited long for its organization, its stored loads and rejected rows may have expired.
      if (loads === undefined)
        return stop(
          { ...state, rejectedRows: [], listed: 0 },
          'the stored rows have expired; upload the file again. Loads that were already imported stay.',
          'IMPORT_EXPIRED',
        );
      gathered = { group: groupsDone, loads };
    }
    const { loads } = gathered;
    const next = { ...state, preview: undefined };
    try {
      if (preview === undefined) return { ...state, preview: await previewImport(store, owner, loads) };
      await registerOwner(store, owner);
      await importLoads(store, owner, loads, thisWeek(ports));
    } catch (error) {
      if (!(error instanceof TooManyLoadsError)) throw error;
      return stop(next, `${error.message}. Loads that were already imported stay.`, 'LOAD_LIMIT_REACHED');
    }
    return {
      ...next,
      added: state.added + preview.added,
      known: state.known + preview.known,
      groupsDone: groupsDone + 1,
      progress: 0.5 + 0.4 * ((groupsDone + 1) / groups.length),
    };
  };
}

/** The loads of a group; undefined if an object with them has expired. */
async function gather(
  { objects }: LoadFilePorts,
  { freightMarket, keys, weeks: wanted }: LoadGroup,
): Promise<FreightMarketLoads | undefined> {
  const weeks = new Map<number, Map<number, LoadRecord>>();
  for (const key of keys) {
    const found = await objects.read(key);
    if (found === undefined) return undefined;
    addFromObject(weeks, found.bytes, wanted);
  }
  return { freightMarket, weeks };
}

/** Notes on how columns were read: the answer has at most 10 warnings. */
const MAX_NOTES = 8;

/** What to know of the rows of a file that was imported as a whole. */
function warningsOf({ fuelUnknown, skipped, sheet }: LoadFileState): string[] {
  const fuel =
    fuelUnknown === 1
      ? '1 load does not say whether fuel is inside: it is counted, and prices do not use it.'
      : `${fuelUnknown} loads do not say whether fuel is inside: they are counted, and prices do not use them.`;
  const rows = `Rows that were skipped, because no place or only a heading or total is in them: ${skipped}.`;
  return [
    ...(fuelUnknown > 0 ? [fuel] : []),
    ...(skipped > 0 ? [rows] : []),
    ...(sheet?.table.notes ?? []).slice(0, MAX_NOTES),
  ];
}

/** Publishes the imported loads, if readers need that, and ends the import. Unlearned loads are not published. */
async function publishLoads(
  ports: LoadFilePorts,
  owner: LoadOwner,
  state: LoadFileState,
): Promise<LoadFileState> {
  const { store } = ports;
  const freightMarkets = Object.keys(state.markets).filter((name) => !isUnlearned(name));
  if (freightMarkets.length > 0 && (await mustPublish(store, owner))) {
    await publishMarket(store, thisWeek(ports));
  }
  const note = contributorNote(owner, freightMarkets, await store.summary());
  const { reason, code } = state;
  const warnings = reason === undefined ? warningsOf(state) : [];
  return ended({ ...state, warnings, ...(note !== undefined && { note }) }, reason, code);
}
