import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { RateUploadState } from '../../shared/contracts/uploads/rate-upload-state.ts';
import type { ImportOutcome } from '../../shared/market/uploads/import-in-steps.ts';
import { readUploadEvent } from '../../shared/market/uploads/upload-event.ts';
import { isAddressable, isImportObject } from '../../shared/market/uploads/upload-key.ts';
import type { Upload } from '../../shared/market/uploads/upload-ports.ts';
import type { UploadState } from '../../shared/market/uploads/upload-state.ts';
import { isResumption } from '../../shared/market/uploads/waiting-uploads.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import type { RunContext } from '../../shared/platform/logging/log-context.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { writeMetrics } from '../../shared/platform/logging/metric.ts';
import type { MessageQueue } from '../../shared/platform/sqs/message-queue.ts';
import type { RetryMessage } from '../../shared/platform/sqs/sqs-message-retry.ts';
import { readConvertedQuoteMessage } from '../../shared/quotes/loads/converted-quote.ts';
import type { ConvertedQuoteOutcome } from '../../shared/quotes/loads/import-converted-quote.ts';

type UploadOutcome = ImportOutcome<UploadState | RateUploadState> | ConvertedQuoteOutcome;

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
 * The Lambda handler of uploads, one message for each upload or converted quote. An import that needs more time continues
 * by a new message with the same body. After a temporary failure the message is delivered again.
 */
export function createImportUploads(parts: ImportUploadsParts) {
  const { importUpload, readResumption, queue, returnMessage } = parts;
  /** True if the message must be delivered again. */
  const again = async (body: string, messageId: string, context: RunContext): Promise<boolean> => {
    const created = readUploadEvent(body) ?? readConvertedQuoteMessage(body);
    if (created === undefined) {
      log(LOG.uploadEventUnknown, { messageId });
      return true;
    }
    const { key } = created;
    const resumes = isResumption(key);
    if (!resumes && isImportObject(key)) return false;
    if (!isAddressable(key)) {
      log(LOG.uploadRejected, { key, reason: 'reports cannot be written next to this key' });
      return false;
    }
    try {
      const upload = resumes ? await readResumption(key) : created;
      if (upload === undefined) return false;
      const done = await importUpload(upload, () => context.getRemainingTimeInMillis() > ENOUGH_MS);
      logOutcome(upload.key, done);
      return done.outcome === 'unfinished' && (await queue.send([{ body }])).length > 0;
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
      const { rejection: reason } = done.state;
      if (reason !== undefined) writeMetrics(LOG.uploadRejected, { UploadsRejected: 1 }, { key, reason });
      const { imported, metrics } = importedBy(done.state);
      if (reason === undefined || imported > 0) writeMetrics(LOG.uploadImported, metrics, { key });
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
function importedBy(state: UploadState | RateUploadState) {
  const { rows, rejected } = state;
  if ('written' in state) {
    const { created, replaced, unchanged } = state.written;
    return {
      imported: created + replaced + unchanged,
      metrics: {
        ...{ UploadedRates: rows, RatesCreated: created, RatesReplaced: replaced, RatesUnchanged: unchanged },
        RatesRejected: rejected,
      },
    };
  }
  const { added, known } = state;
  return {
    imported: added + known,
    metrics: { UploadedRows: rows, LoadsAdded: added, LoadsKnown: known, RowsRejected: rejected },
  };
}
