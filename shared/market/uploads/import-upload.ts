import { createHash } from 'node:crypto';
import { utcDay } from '../../platform/time/utc-day.ts';
import { createUploadImporter, publishUpload } from './import-load-groups.ts';
import { ownerFault } from './owner-fault.ts';
import { createUploadReader } from './read-upload.ts';
import { READING_SIZES, type ReadingSizes } from './reading-sizes.ts';
import { reportProgress, reportRejection, reportResult, reportWaiting } from './report-upload.ts';
import { type NamedUpload, readUploadKey, sizeFault } from './upload-key.ts';
import { WORK_PREFIX } from './upload-object-names.ts';
import type { OwnedUpload, Upload, UploadPorts } from './upload-ports.ts';
import { readState, replaceState } from './upload-records.ts';
import { finished, newUploadState, type UploadState } from './upload-state.ts';
import { storeWaitingUpload } from './waiting-uploads.ts';

/**
 * Result of a run. `unfinished`: its time is up; another run continues. `overtaken`: another run works on the same
 * upload. `known`: the upload was already imported, and its result was written again. `waiting`: its organization
 * is suspended; `resumeUploads` starts another run.
 */
export type UploadOutcome =
  | { readonly outcome: 'unfinished' | 'overtaken' | 'known' | 'waiting' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'finished'; readonly state: UploadState };

/**
 * Imports an upload as far as time allows, and writes its progress and result next to it.
 * It works in steps. Each is safe to repeat and ends by storing the state, so a killed run loses at most one step.
 * Of concurrent runs, those whose state was replaced end, and each step counts once.
 */
export async function importUpload(
  ports: UploadPorts,
  upload: Upload,
  sizes: ReadingSizes = READING_SIZES,
): Promise<UploadOutcome> {
  const named = readUploadKey(upload.key);
  if ('fault' in named) return reject(ports, upload, named.fault);
  const tooLarge = sizeFault(upload);
  if (tooLarge !== undefined) return reject(ports, upload, tooLarge);
  const owned = { ...upload, owner: named.owner, work: workPrefix(named, upload) };
  const stored = await readState(ports.objects, owned);
  if (stored?.state.phase === 'finished') {
    await reportResult(ports, owned, stored.state);
    return { outcome: 'known' };
  }
  const steps = stepsOf(ports, owned, sizes);
  let held = stored ?? { state: begin(ports, upload), tag: undefined };
  for (;;) {
    const { state } = held;
    // Check before each step: the erasure of an organization waits for running calls, and nothing of it may be
    // written afterward.
    const fault = await ownerFault(ports, named);
    if (fault?.waitsFor !== undefined) {
      await storeWaitingUpload(ports, fault.waitsFor, upload);
      // Check again: a resumption just before the upload was stored has not found it.
      if ((await ownerFault(ports, named))?.waitsFor === undefined) continue;
      await reportWaiting(ports.objects, owned, state, fault.reason);
      return { outcome: 'waiting' };
    }
    if (fault !== undefined && held.tag === undefined) return reject(ports, upload, fault.reason);
    const next = fault ? finished(state, ports.now(), fault.reason) : await steps[phaseOf(state)](state);
    const written = await replaceState(ports, owned, held, next);
    if (written === undefined) return { outcome: 'overtaken' };
    held = written;
    await reportProgress(ports.objects, owned, next);
    if (next.phase === 'finished') {
      await reportResult(ports, owned, next);
      return { outcome: 'finished', state: next };
    }
    if (!ports.hasTime()) return { outcome: 'unfinished' };
  }
}

type Step = (state: UploadState) => Promise<UploadState>;
type WorkingPhase = Exclude<UploadState['phase'], 'finished'>;

function stepsOf(ports: UploadPorts, upload: OwnedUpload, sizes: ReadingSizes): Record<WorkingPhase, Step> {
  return {
    reading: createUploadReader(ports, upload, sizes),
    importing: createUploadImporter(ports, upload),
    publishing: (state) => publishUpload(ports, upload, state),
  };
}

function phaseOf({ phase }: UploadState): WorkingPhase {
  if (phase === 'finished') throw new RangeError('the import is already finished');
  return phase;
}

const begin = ({ run, now }: UploadPorts, { length }: Upload): UploadState =>
  newUploadState(run, length, now(), utcDay(now()));

async function reject({ objects }: UploadPorts, upload: Upload, reason: string): Promise<UploadOutcome> {
  await reportRejection(objects, upload, reason);
  return { outcome: 'rejected', reason };
}

/**
 * Each write of a key has its own prefix: the same file is read again, because places and terminals may have been
 * added.
 */
function workPrefix({ orgId = 'operator' }: NamedUpload, { key, tag, sequencer }: Upload): string {
  const id = createHash('sha256').update([key, tag, sequencer].join('\n')).digest('hex').slice(0, 32);
  return `${WORK_PREFIX}${orgId}/${id}/`;
}
