import { hash } from 'node:crypto';
import type * as v from 'valibot';
import { BYTE_ORDER_MARK } from '../platform/files/csv-rows.ts';
import { rejectedRowsHeader } from '../platform/files/rejected-rows.ts';
import {
  keyFault,
  REJECTED_SUFFIX,
  readAccountKey,
  uploadGroup,
  WORK_SUFFIX,
  workPrefix,
} from './upload-key.ts';
import { type Upload, uploadMessage } from './upload-message.ts';
import {
  hasEnded,
  holdRecord,
  type ImportState,
  namesOf,
  type UploadAnnouncement,
  type UploadErrorCode,
} from './upload-record.ts';
import { type OwnerFault, type OwnerPorts, ownerFault } from './waiting-imports.ts';

/** Dependencies of an import, whatever its file has. */
export interface ImportPorts extends OwnerPorts {
  readonly now: () => Date;
  /** False if the run must end after the current step. */
  readonly hasTime: () => boolean;
}

/** A file to import. */
export interface ImportedFile extends Upload {
  readonly announced: UploadAnnouncement | undefined;
  readonly names: ReturnType<typeof namesOf>;
  /** Prefix of the objects in which its work is stored. */
  readonly work: string;
}

/** What is special to the import of a kind of file. */
export interface ImportKind<State extends ImportState> {
  readonly schema: v.GenericSchema<unknown, State>;
  /** Undefined: any size. */
  readonly maxBytes: number | undefined;
  begin(state: ImportState): State;
  /** Creates the step that computes the next state of an import. Each step is safe to repeat. */
  stepsOf(file: ImportedFile): (state: State) => Promise<State>;
  /** Ends an import early; absent: at once. The phase `publishing` publishes the rows that were imported first. */
  stop?(state: State, reason: string, code: UploadErrorCode | undefined): State;
  /** Whether no row of an import that ends early was imported. */
  importedNothing(state: State): boolean;
}

/** Ends an import. @param reason why the file, or the rest of it, is not imported. */
export const ended = <State extends ImportState>(
  state: State,
  reason?: string,
  code: UploadErrorCode = 'FILE_INVALID',
): State => ({ ...state, phase: 'imported', ...(reason !== undefined && { reason, code }) });

/**
 * Result of a run. `unfinished`: its time is up; another run continues. `overtaken`: another run works on the same
 * upload, or on a newer file under its key. `known`: the upload was already imported. `waiting`: its organization is
 * suspended. `cancelled`: its caller cancelled it. `gone`: its owner or key allows no import, and the file is deleted.
 */
export type ImportOutcome<State> =
  | { readonly outcome: 'unfinished' | 'overtaken' | 'known' | 'waiting' | 'cancelled' | 'gone' }
  | { readonly outcome: 'finished'; readonly state: State };

/** Runs that may be killed within the same step: the function ran out of time or memory. */
const MAX_KILLED = 2;
/** No run of a function is longer (Lambda's limit), so one that began earlier and left no step was killed. */
const MAX_RUN_MS = 900_000;

type Fault = OwnerFault & { readonly code?: UploadErrorCode };

/** Sequencers of S3 order the writes of a key; the shorter one ends with zeros. */
const isNewer = (one: string, other: string): boolean =>
  one.padEnd(other.length, '0') > other.padEnd(one.length, '0');

/**
 * Imports an upload as far as time allows. It works in steps. Each is safe to repeat and ends by storing the state in the
 * record of the upload, so a killed run loses at most one step. Of concurrent runs, those whose state was replaced end, and
 * each step counts once.
 */
export async function importUpload<State extends ImportState>(
  ports: ImportPorts,
  upload: Upload,
  kind: ImportKind<State>,
): Promise<ImportOutcome<State>> {
  const { objects, now } = ports;
  const { key, length, tag, sequencer } = upload;
  const { account } = readAccountKey(key) ?? {};
  const { current, isCurrent, store } = await holdRecord(objects, key, kind.schema);
  const { announced, cancelledAt, import: stored } = current();
  if (stored !== undefined && isNewer(stored.sequencer, sequencer)) return { outcome: 'overtaken' };
  const isStored = stored?.sequencer === sequencer;
  if (isStored && hasEnded(stored)) return { outcome: 'known' };
  if (!isStored && cancelledAt !== undefined) return { outcome: 'cancelled' };
  const file = { ...upload, announced, names: namesOf(key, announced), work: workPrefix(upload) };
  const step = kind.stepsOf(file);
  let state = isStored
    ? stored
    : kind.begin({
        ...{ writtenBy: '', tag, sequencer, length, owner: uploadGroup(key) },
        ...{ phase: 'reading', progress: 0, startedAt: now().toISOString() },
        ...{ rows: 0, rejected: 0, listed: 0, rejectedRows: [] },
      });

  const firstFault = (): Fault | undefined => {
    const reason = keyFault(key);
    if (reason !== undefined) return { reason };
    if (current().cancelledAt !== undefined && state.phase !== 'publishing')
      return { reason: `${file.names.file} was cancelled. Rows that were already imported stay.` };
    if (kind.maxBytes === undefined || length <= kind.maxBytes) return undefined;
    return {
      reason: `${file.names.file} has ${length} bytes; the maximum is ${kind.maxBytes}. Split the file.`,
      code: 'FILE_TOO_LARGE',
    };
  };

  const stop = kind.stop ?? ended<State>;
  let killed = (state.begun ?? []).filter((at) => now().getTime() - Date.parse(at) > MAX_RUN_MS);
  const crash = (phase: ImportState['phase']): string => {
    const stay = phase === 'reading' ? '' : ' Rows that were already imported stay.';
    return `${file.names.file} was not imported: two runs ended while they worked on it. Split the file.${stay}`;
  };
  for (let isCounted = false; ; ) {
    const isFresh = current().import?.sequencer !== sequencer;
    // Before each step: the erasure of an organization waits for running calls, and nothing of it may be written afterward.
    const fault: Fault | undefined =
      firstFault() ?? (await ownerFault(ports, account, uploadMessage(upload)));
    if (fault?.waits) {
      await store({ ...state, waiting: fault.reason });
      // A resumption before this write sent the message, and its run may be overtaken by the write: this one continues.
      const owner = account && (await ports.findOrganization(account.orgId));
      if (owner?.status !== 'active') return { outcome: 'waiting' };
      isCounted = false;
      continue;
    }
    if (fault && isFresh && (await objects.tagOf(key)) !== tag) return { outcome: 'gone' };
    const before = { ...state, begun: undefined, waiting: undefined };
    if (fault === undefined && !isCounted) {
      isCounted = true;
      const begun = [...killed, now().toISOString()];
      if (!(await store({ ...before, begun }))) return { outcome: 'overtaken' };
    }
    let next: State;
    if (fault !== undefined) next = stop(before, fault.reason, fault.code);
    else if (killed.length >= MAX_KILLED) {
      next = stop(before, crash(before.phase), 'IMPORT_CRASHED');
      killed = [];
    } else {
      next = await step(before).catch(async (error: unknown) => {
        // An error is not the fault of the file: the run does not count.
        await store({ ...before, begun: killed }).catch(() => undefined);
        throw error;
      });
    }
    if (hasEnded(next)) {
      const isPartial = next.reason !== undefined && !kind.importedNothing(next);
      const phase = next.reason === undefined ? 'imported' : isPartial ? 'stopped' : 'rejected';
      next = { ...next, phase, finishedAt: now().toISOString() };
      if (!(await writeRejectedRows(ports, file, next, isCurrent))) return { outcome: 'overtaken' };
    }
    if (!(await store(next))) return { outcome: 'overtaken' };
    state = next;
    if (hasEnded(next))
      return current().cancelledAt === undefined ? { outcome: 'finished', state } : { outcome: 'cancelled' };
    if (!ports.hasTime()) return { outcome: 'unfinished' };
  }
}

/** Stores lines of rejected rows in an object that is named by its content: a repeated step writes it again. */
export async function withRejectedRows<State extends ImportState>(
  { objects }: Pick<ImportPorts, 'objects'>,
  { work }: ImportedFile,
  state: State,
  lines: readonly string[],
): Promise<State> {
  const rejected = state.rejected + lines.length;
  const bytes = Buffer.from(lines.join(''));
  const length = state.rejectedRows.reduce((sum, part) => sum + part.length, bytes.length);
  if (lines.length === 0 || length > MAX_LISTED_BYTES) return { ...state, rejected };
  const key = `${work}${hash('sha256', bytes).slice(0, 32)}.rejected${WORK_SUFFIX}`;
  await objects.write(key, bytes);
  const rejectedRows = [...state.rejectedRows, { key, length: bytes.length }];
  return { ...state, rejected, listed: state.listed + lines.length, rejectedRows };
}

/** Rejected rows beyond this size are counted but not listed. */
const MAX_LISTED_BYTES = 4e9;

/**
 * Writes the list of rejected rows of an import that ends; safe to repeat.
 * @param isCurrent whether the run still continues the record.
 * @returns false if another run, or a newer file, replaced the record: the list belongs to that.
 */
async function writeRejectedRows(
  { objects }: Pick<ImportPorts, 'objects'>,
  { key }: ImportedFile,
  { header = [], rejectedRows }: ImportState,
  isCurrent: () => Promise<boolean>,
): Promise<boolean> {
  const list = `${key}${REJECTED_SUFFIX}`;
  async function* lines(head: Uint8Array): AsyncGenerator<Uint8Array> {
    yield head;
    for (const { key: part } of rejectedRows) {
      const found = await objects.read(part);
      if (found === undefined) throw new Error(`${part} was deleted`);
      yield found.bytes;
    }
  }
  const head = Buffer.from(`${BYTE_ORDER_MARK}${rejectedRowsHeader(header)}`);
  const total = rejectedRows.reduce((sum, { length }) => sum + length, head.length);
  for (;;) {
    const before = await objects.tagOf(list);
    if (!(await isCurrent())) return false;
    // Of an earlier file under the same key.
    if (rejectedRows.length === 0) {
      if (before !== undefined) await objects.remove(list);
      return true;
    }
    const written = await objects.writeParts(list, total, lines(head), { tag: before });
    if (written !== undefined) return true;
  }
}
