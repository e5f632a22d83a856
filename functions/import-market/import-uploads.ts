import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { ImportOutcome } from '../../shared/market/uploads/import-in-steps.ts';
import type { TableState } from '../../shared/market/uploads/table-upload-state.ts';
import {
  readUploadEvent,
  readUploadMessage,
  uploadMessage,
} from '../../shared/market/uploads/upload-event.ts';
import {
  accountOfUpload,
  isAddressable,
  isImportObject,
  uploadGroup,
} from '../../shared/market/uploads/upload-key.ts';
import { QUOTES_FOLDER } from '../../shared/market/uploads/upload-object-names.ts';
import type { Upload } from '../../shared/market/uploads/upload-ports.ts';
import type { UploadState } from '../../shared/market/uploads/upload-state.ts';
import { isResumption } from '../../shared/market/uploads/waiting-uploads.ts';
import { describeError, log, type RunContext, writeMetrics } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';
import type { RetryMessage } from '../../shared/platform/sqs/sqs-message-retry.ts';
import { readConvertedQuoteMessage } from '../../shared/quotes/loads/converted-quote.ts';
import type { ConvertedQuoteOutcome } from '../../shared/quotes/loads/import-converted-quote.ts';

type UploadOutcome = ImportOutcome<UploadState | TableState> | ConvertedQuoteOutcome;

export interface ImportUploadsParts {
  /** Imports an upload, or the load of a converted quote, by the kind that its key names. */
  readonly importUpload: (upload: Upload, hasTime: () => boolean) => Promise<UploadOutcome>;
  /** The upload of a resumption by its key; undefined if it was deleted. */
  readonly readResumption: (key: string) => Promise<Upload | undefined>;
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

/**
 * The Lambda handler of uploads, one message for each upload or converted quote. Events of the bucket belong to no message
 * group, so they only become messages of their organization. An import works in slices: its rest is a new message with the
 * same body, which waits for its turn. After a temporary failure the message is delivered again.
 */
export function createImportUploads(parts: ImportUploadsParts) {
  const { importUpload, readResumption, queue, returnMessage } = parts;
  const enqueue = async (message: OutgoingMessage): Promise<boolean> =>
    (await queue.send([message])).length === 0;

  /** Asks for the import of a new object. True if its event must be delivered again. */
  const beginImport = async (created: Upload): Promise<boolean> => {
    const { key } = created;
    const resumes = isResumption(key);
    if (!resumes && isImportObject(key)) return false;
    if (!isAddressable(key)) {
      log(LOG.uploadRejected, { key, reason: 'reports cannot be written next to this key' });
      return false;
    }
    const upload = resumes ? await readResumption(key) : created;
    return (
      upload !== undefined &&
      !(await enqueue({ body: uploadMessage(upload), group: uploadGroup(upload.key) }))
    );
  };

  /** True if the message must be delivered again. */
  const again = async (body: string, messageId: string, context: RunContext): Promise<boolean> => {
    const created = readUploadEvent(body);
    const asked = readUploadMessage(body) ?? readConvertedQuoteMessage(body);
    const key = (created ?? asked)?.key;
    if (key === undefined) {
      log(LOG.uploadEventUnknown, { messageId });
      return true;
    }
    try {
      if (created !== undefined) return await beginImport(created);
      if (asked === undefined) return false;
      const atStart = context.getRemainingTimeInMillis();
      let afterFirst: number | undefined;
      let steps = 0;
      const done = await importUpload(asked, () => {
        const left = context.getRemainingTimeInMillis();
        afterFirst ??= left;
        steps += 1;
        const slice = Math.max(SLICE_MS, atStart - afterFirst);
        return left > ENOUGH_MS && (steps < STEPS_OF_SMALL_FILE || afterFirst - left < slice);
      });
      logOutcome(key, done);
      return done.outcome === 'unfinished' && !(await enqueue({ body, group: uploadGroup(key) }));
    } catch (error) {
      log(LOG.uploadNotProcessed, { messageId, key, ...describeError(error) });
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

function logOutcome(key: string, done: UploadOutcome): void {
  switch (done.outcome) {
    case 'rejected':
      writeMetrics(LOG.uploadRejected, { UploadsRejected: 1 }, { key, reason: done.reason });
      return;
    case 'finished': {
      const { rejection, rows, rejected } = done.state;
      // Without the reason, which can repeat cells of the file.
      if (rejection !== undefined)
        writeMetrics(LOG.uploadRejected, { UploadsRejected: 1 }, { key, rows, rejected });
      const { imported, metrics } = importedBy(key, done.state);
      if (rejection === undefined || imported > 0) writeMetrics(LOG.uploadImported, metrics, { key });
      return;
    }
    case 'load': {
      const { added, known } = done.imported;
      writeMetrics(LOG.convertedQuoteImported, { LoadsAdded: added, LoadsKnown: known }, { key });
      return;
    }
    case 'no-load':
      log(LOG.convertedQuoteNotImported, { key, reason: done.reason });
      return;
    case 'off':
      return;
    default:
      log(LOG.uploadPaused, { key, outcome: done.outcome });
  }
}

/** What an import did, for its log. */
function importedBy(key: string, state: UploadState | TableState) {
  const { rows, rejected } = state;
  if ('written' in state) {
    const { created, replaced, unchanged } = state.written;
    return {
      imported: created + replaced + unchanged,
      metrics: accountOfUpload(key, QUOTES_FOLDER)
        ? { UploadedQuotes: rows, QuotesCreated: created, QuotesReplaced: replaced, QuotesRejected: rejected }
        : {
            ...{ UploadedRates: rows, RatesCreated: created, RatesReplaced: replaced },
            ...{ RatesUnchanged: unchanged, RatesRejected: rejected },
          },
    };
  }
  const { added, known } = state;
  return {
    imported: added + known,
    metrics: { UploadedRows: rows, LoadsAdded: added, LoadsKnown: known, RowsRejected: rejected },
  };
}
