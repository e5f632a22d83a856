import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { SuspensionLookup } from '../../shared/accounts/organizations/dynamodb-suspension-lookup.ts';
import type { Account } from '../../shared/platform/account/account.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue } from '../../shared/platform/sqs/sqs-message-queue.ts';
import type { RetryMessage } from '../../shared/platform/sqs/sqs-message-retry.ts';
import { readRfpFileKey, rfpFileKey } from '../../shared/rfps/files/rfp-file-key.ts';
import type { ChunkMessage, PriceChunkOutcome } from '../../shared/rfps/price-chunk.ts';
import { type RfpMessage, readRfpMessage, writeRfpMessage } from '../../shared/rfps/queue/rfp-message.ts';
import type { RfpId } from '../../shared/rfps/record/stored-rfp.ts';
import type { RfpRequests } from '../../shared/rfps/store/dynamodb-rfp-requests.ts';
import type { RfpFileOutcome, SentFile } from '../../shared/rfps/uploads/read-rfp-file.ts';
import type { ResultsMessage, ResultsOutcome } from '../../shared/rfps/write-results.ts';
import { readUploadEvent } from '../../shared/uploads/upload-message.ts';

export interface PriceRfpLanesParts {
  readonly isSuspended: SuspensionLookup;
  readonly waiting: Pick<RfpRequests, 'keepFile'>;
  readonly readRfpFile: (file: SentFile) => Promise<RfpFileOutcome>;
  readonly priceChunk: (message: ChunkMessage, isLastAttempt: boolean) => Promise<PriceChunkOutcome>;
  readonly writeResults: (message: ResultsMessage) => Promise<ResultsOutcome>;
  readonly erase: (account: Account, rfpId: RfpId) => Promise<void>;
  /** The queue that this function consumes. */
  readonly queue: MessageQueue;
  /** Sets when a failed message becomes visible again. */
  readonly returnMessage: RetryMessage;
}

/** At this receive, lanes that fail for reasons of the service fail definitively. */
const LAST_ATTEMPT = 5;

/**
 * The Lambda handler of work on RFPs. A message whose work fails is delivered again, after 30 seconds at first; after
 * eight receives it moves to the dead-letter queue. All work is safe to repeat. Work of a suspended organization ends
 * without an effect; its resumption requests chunks and files of lanes again, and the caller a file of results.
 */
export function createPriceRfpLanes(parts: PriceRfpLanesParts) {
  const { isSuspended, waiting, priceChunk, readRfpFile, writeResults, erase, queue, returnMessage } = parts;
  const readFile = async (file: SentFile): Promise<void> => {
    const { account, rfpId, length: bytes } = file;
    const result = await readRfpFile(file);
    // The RFP may have been deleted while its lanes were stored, or before its file was sent.
    if (result.outcome === 'obsolete') await erase(account, rfpId);
    if (result.outcome === 'begun') log(LOG.rfpFileRead, { ...account, rfpId, bytes, lanes: result.lanes });
    if (result.outcome === 'failed') {
      log(LOG.rfpFileRejected, { ...account, rfpId, bytes, reason: result.failure.code });
    }
  };

  /** Whether the work waits for the resumption of its organization. */
  const waits = async (message: Exclude<RfpMessage, { erase: true }> | SentFile): Promise<boolean> => {
    const { account, rfpId } = message;
    if (!(await isSuspended(account.orgId))) return false;
    if ('key' in message) {
      await waiting.keepFile(account, rfpId, message.length);
      // A resumption before the write did not find the file.
      if (!(await isSuspended(account.orgId))) return false;
    }
    log(LOG.rfpWorkWaits, { ...account, rfpId });
    return true;
  };

  /** Events of the bucket belong to no message group, so a file becomes a message of its organization. True if that failed. */
  const enqueue = async ({ account, rfpId, length: fileBytes }: SentFile): Promise<boolean> =>
    (await queue.send([writeRfpMessage({ account, rfpId, fileBytes })])).length > 0;

  /** True if the message must be delivered again. */
  const again = async ({ body, messageId }: SQSRecord, receives: number): Promise<boolean> => {
    const sent = readSentFile(body);
    const message = sent ?? readWork(body);
    if (message === undefined) {
      log(LOG.rfpMessageUnknown, { messageId });
      return true;
    }
    const { account, rfpId } = message;
    try {
      if (sent !== undefined) return await enqueue(sent);
      if ('erase' in message) {
        await erase(account, rfpId);
        return false;
      }
      if (await waits(message)) return false;
      if ('key' in message) {
        await readFile(message);
        return false;
      }
      if ('results' in message) {
        const result = await writeResults(message);
        if (result.outcome === 'written') {
          log(LOG.rfpResultsWritten, { ...account, rfpId, ...message.results, lanes: result.lanes });
        }
        return false;
      }
      return (await priceChunk(message, receives >= LAST_ATTEMPT)) === 'failing';
    } catch (error) {
      log(LOG.rfpWorkFailed, { messageId, ...account, rfpId, receives, ...describeError(error) });
      return true;
    }
  };

  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const failures: string[] = [];
    for (const record of Records) {
      const { messageId, receiptHandle, attributes } = record;
      const receives = Number(attributes.ApproximateReceiveCount);
      if (!(await again(record, receives))) continue;
      failures.push(messageId);
      await returnMessage({ receiptHandle, receives });
    }
    return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** The work of a message; undefined for another message. A file is as its event named it. */
function readWork(body: string): Exclude<RfpMessage, { fileBytes: number }> | SentFile | undefined {
  const message = readRfpMessage(body);
  if (message === undefined || !('fileBytes' in message)) return message;
  const { account, rfpId, fileBytes: length } = message;
  return { account, rfpId, key: rfpFileKey(account, rfpId), length };
}

/** The file of an event of the bucket; undefined for another message. */
function readSentFile(body: string): SentFile | undefined {
  const sent = readUploadEvent(body);
  const named = sent && readRfpFileKey(sent.key);
  return sent && named && { ...named, key: sent.key, length: sent.length };
}
