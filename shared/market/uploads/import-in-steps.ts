import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { BYTE_ORDER_MARK } from '../../platform/files/csv-rows.ts';
import { rejectedRowsHeader } from '../../platform/files/rejected-rows.ts';
import type { ObjectStore, UnchangedCondition } from '../../platform/s3/s3-object-store.ts';
import { finished, type StepState, type UploadKind } from './step-state.ts';
import { isCancelled } from './upload-announcement.ts';
import { type NamedUpload, ownedUpload, readUploadKey } from './upload-key.ts';
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

/**
 * Writes the progress of an import next to its upload.
 * @param waitsBecause why it waits, if it does.
 */
async function reportProgress<State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  { share }: UploadKind<State>,
  waitsBecause?: string,
): Promise<void> {
  const { phase, startedAt, rows, rejected } = state;
  const progress: UploadProgress = {
    ...(waitsBecause === undefined ? { state: phase } : { state: 'waiting', reason: waitsBecause }),
    share: phase === 'finished' ? 1 : Number(share(state).toFixed(3)),
    ...{ rows, rejected, startedAt },
    etag: upload.tag,
  };
  await objects.write(`${upload.key}${REPORT_SUFFIXES.progress}`, json(progress));
}

/**
 * Writes the result of an upload and its rejected rows; safe to repeat.
 * If another file replaced the upload under the same key, nothing is written: the result belongs to the newer file.
 */
async function reportResult<State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  kind: UploadKind<State>,
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
      state: rejection === undefined ? 'imported' : kind.importedNothing(state) ? 'rejected' : 'stopped',
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
  { begin, schema }: UploadKind<State>,
): Promise<HeldState<State> | undefined> {
  const stored = await objects.read(stateKey(upload));
  if (stored === undefined) return undefined;
  const { success, output } = v.safeParse(schema, JSON.parse(Buffer.from(stored.bytes).toString()));
  // A state of an earlier version: the import begins again, and finds what it wrote.
  return { state: success ? output : begin(), tag: stored.tag };
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
  kind: UploadKind<State>,
): Promise<HeldState<State> | undefined> {
  const state = { ...next, run };
  const bytes = Buffer.from(JSON.stringify(state));
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
 * @param tooLarge why the file is too large, if it is.
 */
export async function importInSteps<State extends StepState>(
  ports: StepPorts,
  upload: Upload,
  tooLarge: string | undefined,
  kindOf: (owned: OwnedUpload) => UploadKind<State>,
): Promise<ImportOutcome<State>> {
  const named = readUploadKey(upload.key);
  if ('fault' in named) return rejectUpload(ports, upload, named.fault, 'FILE_INVALID');
  if (tooLarge !== undefined) return rejectUpload(ports, upload, tooLarge, 'FILE_TOO_LARGE');
  const owned = ownedUpload(upload, named);
  const kind = kindOf(owned);
  const stored = await readState(ports.objects, owned, kind);
  if (stored?.state.phase === 'finished') {
    await reportResult(ports.objects, owned, stored.state, kind);
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
      await reportProgress(ports.objects, owned, state, kind, fault.reason);
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
      await reportResult(ports.objects, owned, next, kind);
      return wasCancelled ? { outcome: 'cancelled' } : { outcome: 'finished', state: next };
    }
    if (!ports.hasTime()) return { outcome: 'unfinished' };
  }
}

/** Rejects a file without an import; reports nothing if the object was deleted or replaced. */
async function rejectUpload(
  { objects }: StepPorts,
  { key, tag }: Upload,
  reason: string,
  code: UploadErrorCode,
): Promise<{ readonly outcome: 'rejected'; readonly reason: string }> {
  // After the erasure of an organization, nothing of it may be written.
  if ((await objects.tagOf(key)) === tag) {
    const result = { state: 'rejected', reason, code, etag: tag };
    await objects.write(`${key}${REPORT_SUFFIXES.result}`, json(result));
  }
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
