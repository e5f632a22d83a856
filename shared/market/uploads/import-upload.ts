import { chunk } from '../../platform/collections/chunk.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import {
  type FreightMarketLoads,
  importLoads,
  previewImport,
  TooManyLoadsError,
} from '../importing/import-loads.ts';
import { mustPublish, publishMarket } from '../importing/publish-market.ts';
import { registerOwner } from '../importing/share-loads.ts';
import { isUnlearned } from '../loads/freight-markets.ts';
import type { LoadRecord } from '../loads/week-loads.ts';
import { contributorNote } from '../store/published-market.ts';
import { type ImportOutcome, importInSteps } from './import-in-steps.ts';
import {
  addSection,
  createUploadReader,
  READING_SIZES,
  type ReadingSizes,
  type UploadPorts,
} from './read-upload.ts';
import { finished, type UploadKind } from './step-state.ts';
import { sizeFault } from './upload-key.ts';
import type { OwnedUpload, Upload } from './upload-ports.ts';
import {
  type LoadGroup,
  loadGroups,
  newUploadState,
  type UploadState,
  uploadStateSchema,
} from './upload-state.ts';

export type UploadOutcome = ImportOutcome<UploadState>;

/** Imports a file of loads as far as time allows; see `importInSteps`. */
export async function importUpload(
  ports: UploadPorts,
  upload: Upload,
  sizes: ReadingSizes = READING_SIZES,
): Promise<UploadOutcome> {
  return importInSteps(ports, upload, sizeFault(upload), (owned) => loadsKind(ports, owned, sizes));
}

function loadsKind(ports: UploadPorts, upload: OwnedUpload, sizes: ReadingSizes): UploadKind<UploadState> {
  const read = createUploadReader(ports, upload, sizes);
  const importNext = createUploadImporter(ports, upload);
  return {
    schema: uploadStateSchema,
    begin: () => newUploadState(ports.run, upload.length, ports.now(), utcDay(ports.now())),
    step: (state) => {
      if (state.phase === 'reading') return read(state);
      return state.phase === 'importing' ? importNext(state) : publishUpload(ports, upload, state);
    },
    share: ({ phase, offset, length, groupsDone, loadsByWeek }) =>
      phase === 'reading' ? offset / length : groupsDone / Math.max(1, loadGroups({ loadsByWeek }).length),
    importedNothing: ({ offset, length, rows, rejected }) => offset < length || rejected === rows,
    resultFields: ({ added, known, fuelUnknown, skipped, note, rejection, sheet }) => ({
      added,
      known,
      // Of a file that was rejected or stopped, it is not known which rows are counted.
      warnings:
        rejection === undefined
          ? [
              ...fuelWarnings(fuelUnknown),
              ...skippedWarnings(skipped),
              ...(sheet?.table.notes ?? []).slice(0, MAX_NOTES),
            ]
          : [],
      ...(note === undefined ? {} : { note }),
    }),
  };
}

/** Notes on how columns were read: the answer has at most 10 warnings. */
const MAX_NOTES = 8;

function fuelWarnings(loads: number): readonly string[] {
  if (loads === 0) return [];
  return [
    loads === 1
      ? '1 load does not say whether fuel is inside: it is counted, and prices do not use it.'
      : `${loads} loads do not say whether fuel is inside: they are counted, and prices do not use them.`,
  ];
}

const skippedWarnings = (rows: number): readonly string[] =>
  rows === 0
    ? []
    : [`Rows that were skipped, because no place or only a heading or total is in them: ${rows}.`];

/** Sections of chunks in memory at once: 1 MB each, as a rule. */
const CHUNKS_AT_ONCE = 8;

const thisWeek = ({ now }: UploadPorts): number => weekNumber(utcDay(now()));

/**
 * Creates the step of an upload whose file was read. It computes what the next group of loads adds, or imports that
 * group; both are safe to repeat.
 */
function createUploadImporter(
  ports: UploadPorts,
  { owner, key }: OwnedUpload,
): (state: UploadState) => Promise<UploadState> {
  let gathered: { readonly group: number; readonly loads: FreightMarketLoads } | undefined;
  return async (state) => {
    const group = loadGroups(state)[state.groupsDone];
    if (group === undefined) return { ...state, phase: 'publishing' };
    if (gathered?.group !== state.groupsDone) {
      const found = await gather(ports, state, group);
      // If an import waited long for its organization, its stored chunks and rejected rows may have expired.
      if (found === undefined) {
        return {
          ...{ ...state, phase: 'publishing', rejectedRows: [], listed: 0 },
          ...{ rejection: CHUNKS_EXPIRED(key), rejectionCode: 'IMPORT_EXPIRED' },
        };
      }
      gathered = { group: state.groupsDone, loads: found };
    }
    const { loads } = gathered;
    const { preview, ...rest } = state;
    if (preview === undefined) return { ...state, preview: await previewImport(ports.store, owner, loads) };
    await registerOwner(ports.store, owner);
    const rejection = await importGroup(ports, owner, loads);
    if (rejection !== undefined) {
      const rejectionCode = 'LOAD_LIMIT_REACHED';
      return { ...rest, phase: 'publishing', rejection: `${key}: ${rejection}`, rejectionCode };
    }
    const { added, known } = state;
    return {
      ...rest,
      ...{ added: added + preview.added, known: known + preview.known, groupsDone: state.groupsDone + 1 },
    };
  };
}

/** @returns the reason if the import stops here. */
async function importGroup(
  ports: UploadPorts,
  owner: OwnedUpload['owner'],
  loads: FreightMarketLoads,
): Promise<string | undefined> {
  try {
    await importLoads(ports.store, owner, loads, thisWeek(ports));
    return undefined;
  } catch (error) {
    if (!(error instanceof TooManyLoadsError)) throw error;
    return `${error.message}. Loads that were already imported stay.`;
  }
}

const CHUNKS_EXPIRED = (key: string): string =>
  `${key}: the stored rows have expired; upload the file again. Loads that were already imported stay.`;

/** The loads of a group; undefined if a chunk has expired. */
async function gather(
  { objects }: UploadPorts,
  { chunks }: UploadState,
  group: LoadGroup,
): Promise<FreightMarketLoads | undefined> {
  const weeks = new Map<number, Map<number, LoadRecord>>();
  const there = chunks.filter(({ sections }) => group.freightMarket in sections);
  for (const some of chunk(there, CHUNKS_AT_ONCE)) {
    const read = some.map(async ({ key, sections }) => {
      const section = sections[group.freightMarket];
      return section && objects.readPart(key, undefined, section);
    });
    for (const bytes of await Promise.all(read)) {
      if (bytes === undefined) return undefined;
      addSection(weeks, bytes, group.weeks);
    }
  }
  return { freightMarket: group.freightMarket, weeks };
}

/** Publishes the imported loads, if readers need that, and finishes the import. Unlearned loads are not published. */
async function publishUpload(
  ports: UploadPorts,
  { owner }: OwnedUpload,
  state: UploadState,
): Promise<UploadState> {
  const { store } = ports;
  const freightMarkets = Object.keys(state.loadsByWeek).filter((name) => !isUnlearned(name));
  if (freightMarkets.length > 0 && (await mustPublish(store, owner))) {
    await publishMarket(store, thisWeek(ports));
  }
  const note = contributorNote(owner, freightMarkets, await store.summary());
  return finished(note === undefined ? state : { ...state, note }, ports.now());
}
