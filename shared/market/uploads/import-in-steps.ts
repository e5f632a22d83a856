import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { BYTE_ORDER_MARK } from '../../platform/files/csv-rows.ts';
import { rejectedRowsHeader } from '../../platform/files/rejected-rows.ts';
import type { ObjectStore, UnchangedCondition } from '../../platform/s3/s3-object-store.ts';
import { finished, type StepState, type UploadKind } from './step-state.ts';
import { isCancelled } from './upload-announcement.ts';
import type { NamedUpload } from './upload-key.ts';
import { REPORT_SUFFIXES, WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, StepPorts, Upload } from './upload-ports.ts';
import {
  type ImportResult,
  importResultSchema,
  type UploadErrorCode,
  type UploadProgress,
} from './upload-result.ts';
import { storeWaitingUpload } from './waiting-uploads.ts';

/** Bytes of rejected rows that are copied at once. */
const MAX_AT_ONCE = 8 * 2 ** 20;

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** Writes the progress of an import next to its upload. */
const reportProgress = <State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  kind: Pick<UploadKind<State>, 'share'>,
): Promise<void> => writeProgress(objects, upload, state, kind, { state: state.phase });

/** Writes the progress of a waiting import, with the reason. */
const reportWaiting = <State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  kind: Pick<UploadKind<State>, 'share'>,
  reason: string,
): Promise<void> => writeProgress(objects, upload, state, kind, { state: 'waiting', reason });

async function writeProgress<State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  { share }: Pick<UploadKind<State>, 'share'>,
  status: Pick<UploadProgress, 'state' | 'reason'>,
): Promise<void> {
  const { phase, startedAt, rows, rejected } = state;
  const progress: UploadProgress = {
    ...status,
    share: phase === 'finished' ? 1 : Number(share(state).toFixed(3)),
    rows,
    rejected,
    startedAt,
    etag: upload.tag,
  };
  await objects.write(`${upload.key}${REPORT_SUFFIXES.progress}`, json(progress));
}

/** Writes that an object cannot be imported, and why; nothing if the object was deleted or replaced. */
async function reportRejection(
  objects: ObjectStore,
  { key, tag }: Upload,
  reason: string,
  code: UploadErrorCode,
): Promise<void> {
  // After the erasure of an organization, nothing of it may be written.
  if ((await objects.tagOf(key)) !== tag) return;
  await objects.write(
    `${key}${REPORT_SUFFIXES.result}`,
    json({ state: 'rejected', reason, code, etag: tag }),
  );
}

/**
 * Writes the result of an upload and its rejected rows; safe to repeat.
 * If another file replaced the upload under the same key, nothing is written: the result belongs to the newer file.
 */
async function reportResult<State extends StepState>(
  { objects }: Pick<StepPorts, 'objects'>,
  upload: OwnedUpload,
  state: State,
  kind: Pick<UploadKind<State>, 'importedNothing' | 'resultFields'>,
): Promise<void> {
  const { key, tag, owner } = upload;
  const { rejection, rejectionCode = 'FILE_INVALID', rows, rejected, listed, startedAt, finishedAt } = state;
  const resultKey = `${key}${REPORT_SUFFIXES.result}`;
  let written: string | undefined;
  for (;;) {
    const before = await objects.tagOf(resultKey);
    const rejectedBefore = await objects.tagOf(`${key}${REPORT_SUFFIXES.rejected}`);
    const there = await objects.tagOf(key);
    if (there !== undefined && there !== tag) {
      if (written !== undefined) await removeStaleRejectedRows(objects, key, written);
      return;
    }
    const rowsReported = await reportRejectedRows(objects, key, state, { tag: rejectedBefore });
    if (rowsReported === undefined) continue;
    written = rowsReported.tag;
    const result: ImportResult & Readonly<Record<string, unknown>> = {
      ...kind.resultFields(state),
      state: resultOf(state, kind.importedNothing(state)),
      ...(rejection === undefined ? {} : { reason: rejection, code: rejectionCode }),
      owner,
      rows,
      rejected,
      ...(state.columns && { columns: state.columns }),
      rejectedFile: listed === 0 ? '' : `${key}${REPORT_SUFFIXES.rejected}`,
      ...(listed < rejected && listed > 0 ? { rejectedRowsInFile: listed } : {}),
      startedAt,
      ...(finishedAt === undefined ? {} : { finishedAt }),
      etag: tag,
    };
    // Conditional, because a newer file may have been uploaded and imported meanwhile.
    if ((await objects.write(resultKey, json(result), { tag: before })) !== undefined) return;
  }
}

function resultOf({ rejection }: StepState, importedNothing: boolean): ImportResult['state'] {
  if (rejection === undefined) return 'imported';
  return importedNothing ? 'rejected' : 'stopped';
}

/**
 * @returns the tag of the written object, undefined within it if there are no rejected rows. Undefined if another
 * import wrote meanwhile.
 */
async function reportRejectedRows(
  objects: ObjectStore,
  key: string,
  { header = [], rejectedRows }: StepState,
  unchanged: UnchangedCondition,
): Promise<UnchangedCondition | undefined> {
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  if (rejectedRows.length === 0) {
    // It belongs to an earlier file under the same key.
    await objects.remove(rejectedKey);
    return { tag: undefined };
  }
  const head = Buffer.from(`${BYTE_ORDER_MARK}${rejectedRowsHeader(header)}`);
  const length = rejectedRows.reduce((sum, part) => sum + part.length, head.length);
  const lines = rejectedLines(objects, head, rejectedRows);
  const tag = await objects.writeParts(rejectedKey, length, lines, unchanged);
  return tag === undefined ? undefined : { tag };
}

/** Removes rejected rows that were written while a newer file without rejected rows was imported. */
async function removeStaleRejectedRows(objects: ObjectStore, key: string, written: string): Promise<void> {
  const newest = await objects.read(`${key}${REPORT_SUFFIXES.result}`);
  if (newest === undefined) return;
  const { rejectedFile } = v.parse(importResultSchema, JSON.parse(Buffer.from(newest.bytes).toString()));
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  if (rejectedFile === '' && (await objects.tagOf(rejectedKey)) === written)
    await objects.remove(rejectedKey);
}

async function* rejectedLines(
  objects: ObjectStore,
  head: Uint8Array,
  parts: StepState['rejectedRows'],
): AsyncGenerator<Uint8Array> {
  yield head;
  for (const { key, length } of parts) {
    for (let offset = 0; offset < length; offset += MAX_AT_ONCE) {
      const bytes = await objects.readPart(key, undefined, {
        offset,
        length: Math.min(MAX_AT_ONCE, length - offset),
      });
      if (bytes === undefined) throw new Error(`${key} was deleted`);
      yield bytes;
    }
  }
}

/** A state and its stored tag; undefined if it is not stored yet. */
interface HeldState<State> {
  readonly state: State;
  readonly tag: string | undefined;
}

const stateKey = ({ work }: OwnedUpload): string => `${work}state${WORK_SUFFIX}`;

async function readState<State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  kind: Pick<UploadKind<State>, 'parse'>,
): Promise<HeldState<State> | undefined> {
  const stored = await objects.read(stateKey(upload));
  if (stored === undefined) return undefined;
  return { state: kind.parse(Buffer.from(stored.bytes).toString()), tag: stored.tag };
}

/**
 * Replaces the state that the next one was made from.
 * @returns undefined if another run replaced it meanwhile: that run continues.
 */
async function replaceState<State extends StepState>(
  { objects, run }: Pick<StepPorts, 'objects' | 'run'>,
  upload: OwnedUpload,
  before: HeldState<State>,
  next: State,
  kind: Pick<UploadKind<State>, 'parse' | 'toText'>,
): Promise<HeldState<State> | undefined> {
  const state = { ...next, run };
  const bytes = Buffer.from(kind.toText(state));
  const tag = await objects.write(stateKey(upload), bytes, { tag: before.tag });
  if (tag !== undefined) return { state, tag };
  // The condition may have failed because this write was retried after a lost response.
  const stored = await readState(objects, upload, kind);
  return stored !== undefined && isDeepStrictEqual(stored.state, state) ? stored : undefined;
}

/**
 * Result of a run. `unfinished`: its time is up; another run continues. `overtaken`: another run works on the same
 * upload. `known`: the upload was already imported, and its result was written again. `waiting`: its organization
 * is suspended; `resumeUploads` starts another run. `cancelled`: its caller cancelled it.
 */
export type ImportOutcome<State> =
  | { readonly outcome: 'unfinished' | 'overtaken' | 'known' | 'waiting' | 'cancelled' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'finished'; readonly state: State };

/** Why a file is rejected that changed while it was read. */
export const fileReplaced = (key: string): string =>
  `${key} was replaced or deleted while it was read; nothing was imported.`;

const cancelled = (key: string): string => `${key} was cancelled. Rows that were already imported stay.`;

/** Runs that may be killed within the same step: the function ran out of time or memory. */
const MAX_KILLED = 2;
/** No run of a function is longer (Lambda's limit), so one that began earlier and left no step was killed. */
const MAX_RUN_MS = 900_000;

const fileKills = (key: string): string =>
  `${key} was not imported: two runs ended while they worked on it. Split the file.`;

/**
 * Imports an upload as far as time allows, and writes its progress and result next to it.
 * It works in steps. Each is safe to repeat and ends by storing the state, so a killed run loses at most one step.
 * Of concurrent runs, those whose state was replaced end, and each step counts once.
 */
export async function importInSteps<State extends StepState>(
  ports: StepPorts,
  owned: OwnedUpload,
  named: NamedUpload,
  kind: UploadKind<State>,
): Promise<ImportOutcome<State>> {
  const stored = await readState(ports.objects, owned, kind);
  if (stored?.state.phase === 'finished') {
    await reportResult(ports, owned, stored.state, kind);
    return { outcome: 'known' };
  }
  let held: HeldState<State> = stored ?? { state: kind.begin(), tag: undefined };
  const now = ports.now().getTime();
  const killed = (held.state.begun ?? []).filter((at) => now - Date.parse(at) > MAX_RUN_MS);
  let isCounted = false;
  for (;;) {
    const { state } = held;
    // Check before each step: the erasure of an organization waits for running calls, and nothing of it may be
    // written afterward.
    const wasCancelled = await isCancelled(ports.objects, owned.key);
    if (wasCancelled && held.tag === undefined) return { outcome: 'cancelled' };
    const fault = wasCancelled ? { reason: cancelled(owned.key) } : await ownerFault(ports, named);
    if (fault?.waitsFor !== undefined) {
      await storeWaitingUpload(ports, fault.waitsFor, owned);
      // Check again: a resumption just before the upload was stored has not found it.
      if ((await ownerFault(ports, named))?.waitsFor === undefined) continue;
      await reportWaiting(ports.objects, owned, state, kind, fault.reason);
      return { outcome: 'waiting' };
    }
    if (fault !== undefined && held.tag === undefined)
      return rejectUpload(ports, owned, fault.reason, 'FILE_INVALID');
    if (!isCounted && fault === undefined) {
      isCounted = true;
      const begun = [...killed, ports.now().toISOString()];
      const counted = await replaceState(ports, owned, held, { ...state, begun }, kind);
      if (counted === undefined) return { outcome: 'overtaken' };
      held = counted;
    }
    const { begun: _, ...before } = state;
    const next =
      fault !== undefined || killed.length >= MAX_KILLED
        ? finished(
            before as State,
            ports.now(),
            fault?.reason ?? fileKills(owned.key),
            fault ? undefined : 'IMPORT_CRASHED',
          )
        : await kind.step(before as State).catch(async (error: unknown) => {
            // An error is not the fault of the file: the run does not count.
            await replaceState(ports, owned, held, { ...before, begun: killed } as State, kind).catch(
              () => undefined,
            );
            throw error;
          });
    const written = await replaceState(ports, owned, held, next, kind);
    if (written === undefined) return { outcome: 'overtaken' };
    held = written;
    await reportProgress(ports.objects, owned, next, kind);
    if (next.phase === 'finished') {
      await reportResult(ports, owned, next, kind);
      return wasCancelled ? { outcome: 'cancelled' } : { outcome: 'finished', state: next };
    }
    if (!ports.hasTime()) return { outcome: 'unfinished' };
  }
}

/** Rejects a file without an import. */
export async function rejectUpload(
  { objects }: Pick<StepPorts, 'objects'>,
  upload: Upload,
  reason: string,
  code: UploadErrorCode,
): Promise<{ readonly outcome: 'rejected'; readonly reason: string }> {
  await reportRejection(objects, upload, reason, code);
  return { outcome: 'rejected', reason };
}

/** Why nothing can be imported for a key. */
export interface OwnerFault {
  readonly reason: string;
  /** The organization that the import waits for; undefined if the file can never be imported. */
  readonly waitsFor?: string;
}

/** Undefined if the file can be imported. */
export async function ownerFault(
  { findOrganization }: Pick<StepPorts, 'findOrganization'>,
  { orgId }: NamedUpload,
): Promise<OwnerFault | undefined> {
  if (orgId === undefined) return undefined;
  const organization = await findOrganization(orgId);
  if (organization === undefined) return { reason: `There is no organization ${orgId}.` };
  // Do not publish: the erasure removes imported loads, and publishes the market without them.
  if (organization.erasingSince !== undefined) return { reason: `${orgId} is being erased.` };
  return organization.status === 'active' ? undefined : { reason: `${orgId} is suspended.`, waitsFor: orgId };
}
