import { utcDay } from '../../platform/time/utc-day.ts';
import { importWarnings, NO_UNLEARNED_ROWS } from '../importing/import-warnings.ts';
import { type ImportOutcome, importInSteps, rejectUpload } from './import-in-steps.ts';
import { createUploadImporter, publishUpload } from './import-load-groups.ts';
import { createUploadReader } from './read-upload.ts';
import { READING_SIZES, type ReadingSizes } from './reading-sizes.ts';
import { ownedUpload, readUploadKey, sizeFault } from './upload-key.ts';
import type { UploadKind } from './upload-kind.ts';
import type { OwnedUpload, Upload, UploadPorts } from './upload-ports.ts';
import {
  loadGroups,
  newUploadState,
  parseUploadState,
  type UploadState,
  uploadStateText,
} from './upload-state.ts';

export type UploadOutcome = ImportOutcome<UploadState>;

/** Imports a file of loads as far as time allows; see `importInSteps`. */
export async function importUpload(
  ports: UploadPorts,
  upload: Upload,
  sizes: ReadingSizes = READING_SIZES,
): Promise<UploadOutcome> {
  const named = readUploadKey(upload.key);
  if ('fault' in named) return rejectUpload(ports, upload, named.fault, 'FILE_INVALID');
  const tooLarge = sizeFault(upload);
  if (tooLarge !== undefined) return rejectUpload(ports, upload, tooLarge, 'FILE_TOO_LARGE');
  const owned = ownedUpload(upload, named);
  return importInSteps(ports, owned, named, loadsKind(ports, owned, sizes));
}

function loadsKind(ports: UploadPorts, upload: OwnedUpload, sizes: ReadingSizes): UploadKind<UploadState> {
  const steps: Record<WorkingPhase, UploadKind<UploadState>['step']> = {
    reading: createUploadReader(ports, upload, sizes),
    importing: createUploadImporter(ports, upload),
    publishing: (state) => publishUpload(ports, upload, state),
  };
  return {
    begin: () => newUploadState(ports.run, upload.length, ports.now(), utcDay(ports.now())),
    step: (state) => steps[phaseOf(state)](state),
    parse: parseUploadState,
    toText: uploadStateText,
    share: ({ phase, offset, length, groupsDone, loadsByWeek }) =>
      phase === 'reading' ? offset / length : groupsDone / Math.max(1, loadGroups({ loadsByWeek }).length),
    importedNothing: ({ offset, length, rows, rejected }) => offset < length || rejected === rows,
    resultFields: ({ added, known, unlearned, skipped = 0, note, rejection }) => ({
      added,
      known,
      // Of a file that was rejected or stopped, it is not known which rows are counted.
      warnings:
        rejection === undefined
          ? [...importWarnings(unlearned ?? NO_UNLEARNED_ROWS), ...skippedWarnings(skipped)]
          : [],
      ...(note === undefined ? {} : { note }),
    }),
  };
}

type WorkingPhase = Exclude<UploadState['phase'], 'finished'>;

function phaseOf({ phase }: UploadState): WorkingPhase {
  if (phase === 'finished') throw new RangeError('the import is already finished');
  return phase;
}

const skippedWarnings = (rows: number): readonly string[] =>
  rows === 0
    ? []
    : [`Rows that were skipped, because no place or only a heading or total is in them: ${rows}.`];
