import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { LoadFileState } from '../../shared/market/importing/load-file-state.ts';
import { describeError, log, type RunContext, writeMetrics } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';
import type { RetryMessage } from '../../shared/platform/sqs/sqs-message-retry.ts';
import { type ConvertedQuote, readConvertedQuoteMessage } from '../../shared/quotes/loads/converted-quote.ts';
import type { ConvertedQuoteOutcome } from '../../shared/quotes/loads/import-converted-quote.ts';
import type { ImportOutcome } from '../../shared/uploads/import-upload.ts';
import type { TableState } from '../../shared/uploads/table-state.ts';
import {
  isAddressable,
  isImportObject,
  readAccountKey,
  UPLOAD_FOLDERS,
  uploadGroup,
  uploadKey,
} from '../../shared/uploads/upload-key.ts';
import {
  readUploadEvent,
  readUploadMessage,
  type Upload,
  uploadMessage,
} from '../../shared/uploads/upload-message.ts';

type State = LoadFileState | TableState;

export interface ImportUploadsParts {
  /** Imports a file by the kind that its key names. */
  readonly importFile: (upload: Upload, hasTime: () => boolean) => Promise<ImportOutcome<State>>;
  readonly importQuote: (converted: ConvertedQuote) => Promise<ConvertedQuoteOutcome>;
  /** The queue that this function consumes. */
  readonly queue: MessageQueue;
  /** Sets when a failed message becomes visible again. */
  readonly returnMessage: RetryMessage;
}

/** Twice the duration of the longest step, publishing a large market: no step begins with less time left. */
const ENOUGH_MS = 180_000;

/**
 * An import gives way to those of other organizations this long after its first step, or as long as that step took: it reads
 * a file of contract rates, and without this time each run would read the file to write one group of it.
 */
const SLICE_MS = 5_000;
/** A small file is imported in one slice, however busy the machine is. */
const STEPS_OF_SMALL_FILE = 8;

/** Whether the slice of a run goes on after a step. */
function sliceOf({ getRemainingTimeInMillis }: RunContext): () => boolean {
  const atStart = getRemainingTimeInMillis();
  let afterFirst: number | undefined;
  let steps = 0;
  return () => {
    const left = getRemainingTimeInMillis();
    afterFirst ??= left;
    steps += 1;
    const slice = Math.max(SLICE_MS, atStart - afterFirst);
    return left > ENOUGH_MS && (steps < STEPS_OF_SMALL_FILE || afterFirst - left < slice);
  };
}

/**
 * The Lambda handler of uploads, one message for each upload or converted quote. Events of the bucket belong to no message
 * group, so they only become messages of their organization. An import works in slices: its rest is a new message with the
 * same body, which waits for its turn. After a temporary failure the message is delivered again.
 */
export function createImportUploads({ importFile, importQuote, queue, returnMessage }: ImportUploadsParts) {
  /** Works on a message. Undefined for a message of another kind. @throws if it must be delivered again. */
  const workOf = (body: string, context: RunContext) => {
    const enqueue = async (message: OutgoingMessage): Promise<void> => {
      if ((await queue.send([message])).length > 0) throw new Error('the next message was not sent');
    };
    const created = readUploadEvent(body);
    if (created !== undefined) {
      const { key } = created;
      const begin = async () => {
        if (isImportObject(key)) return;
        if (isAddressable(key)) await enqueue({ body: uploadMessage(created), group: uploadGroup(key) });
        else log(LOG.uploadRejected, { key, reason: 'no record can be written next to this key' });
      };
      return { key, run: begin };
    }
    const upload = readUploadMessage(body);
    if (upload !== undefined) {
      const { key } = upload;
      const importNext = async () => {
        const done = await importFile(upload, sliceOf(context));
        logImport(key, done);
        if (done.outcome === 'unfinished') await enqueue({ body, group: uploadGroup(key) });
      };
      return { key, run: importNext };
    }
    const converted = readConvertedQuoteMessage(body);
    if (converted === undefined) return undefined;
    const key = uploadKey(converted, `converted-quotes/${converted.quoteId}`);
    return { key, run: async () => logQuote(key, await importQuote(converted)) };
  };

  /** True if the message must be delivered again. */
  const again = async (body: string, messageId: string, context: RunContext): Promise<boolean> => {
    const work = workOf(body, context);
    if (work === undefined) {
      log(LOG.uploadEventUnknown, { messageId });
      return true;
    }
    try {
      await work.run();
      return false;
    } catch (error) {
      log(LOG.uploadNotProcessed, { messageId, key: work.key, ...describeError(error) });
      return true;
    }
  };

  return async ({ Records }: SQSEvent, context: RunContext): Promise<SQSBatchResponse> => {
    const failures: string[] = [];
    for (const { body, messageId, receiptHandle, attributes } of Records) {
      if (!(await again(body, messageId, context))) continue;
      failures.push(messageId);
      await returnMessage({ receiptHandle, receives: Number(attributes.ApproximateReceiveCount) });
    }
    return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** Without the reason of a rejection, which can repeat cells of the file. */
function logImport(key: string, done: ImportOutcome<State>): void {
  if (done.outcome !== 'finished') {
    log(LOG.uploadPaused, { key, outcome: done.outcome });
    return;
  }
  const { code, rows, rejected } = done.state;
  if (code !== undefined)
    writeMetrics(LOG.uploadRejected, { UploadsRejected: 1 }, { key, rows, rejected, reason: code });
  const { imported, metrics } = importedBy(key, done.state);
  if (code === undefined || imported > 0) writeMetrics(LOG.uploadImported, metrics, { key });
}

function logQuote(key: string, done: ConvertedQuoteOutcome): void {
  if (done.outcome === 'load') {
    const { added, known } = done.imported;
    writeMetrics(LOG.convertedQuoteImported, { LoadsAdded: added, LoadsKnown: known }, { key });
  } else if (done.outcome === 'no-load') log(LOG.convertedQuoteNotImported, { key, reason: done.reason });
  else if (done.outcome === 'waiting') log(LOG.uploadPaused, { key, outcome: done.outcome });
}

/** What an import did, for its log. */
function importedBy(key: string, state: State) {
  const { rows, rejected } = state;
  if ('added' in state) {
    const { added, known } = state;
    const metrics = { UploadedRows: rows, LoadsAdded: added, LoadsKnown: known, RowsRejected: rejected };
    return { imported: added + known, metrics };
  }
  const { created, replaced, unchanged } = state.written;
  const what = readAccountKey(key)?.folder === UPLOAD_FOLDERS.quotes ? 'Quotes' : 'Rates';
  const metrics = {
    ...{ [`Uploaded${what}`]: rows, [`${what}Created`]: created, [`${what}Replaced`]: replaced },
    ...{ [`${what}Unchanged`]: unchanged, [`${what}Rejected`]: rejected },
  };
  return { imported: created + replaced + unchanged, metrics };
}
