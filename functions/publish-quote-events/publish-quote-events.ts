import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { firstFailure, sequenceNumberOf } from '../../shared/platform/dynamodb/stream-batch.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';
import { convertedQuoteMessage } from '../../shared/quotes/loads/converted-quote.ts';
import { writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { convertedQuoteOf, quoteEventsOf } from './quote-events.ts';

/** A message, and its stream record. */
interface Outgoing {
  readonly record: DynamoDBRecord;
  readonly message: OutgoingMessage;
}

export interface PublishQuoteEventsParts {
  /** The queue of events. */
  readonly intake: MessageQueue;
  /** The queue of uploads, which also has converted quotes. */
  readonly uploads: MessageQueue;
}

/**
 * Sends the events of stream records to the intake queue, and converted quotes to the queue of uploads. Sends all that it
 * can, then reports the first record that failed to be read or sent. Lambda retries from that record: later messages are
 * sent again with the same ids, and dispatch and the import of loads ignore duplicates. An unreadable record blocks later
 * batches of its shard until its retries end; then it goes to the failed-events queue.
 */
export const createPublishQuoteEvents =
  ({ intake, uploads }: PublishQuoteEventsParts) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const events: Outgoing[] = [];
    const conversions: Outgoing[] = [];
    const failed = new Set<DynamoDBRecord>();
    for (const record of Records) {
      try {
        for (const event of quoteEventsOf(record)) {
          const group = event.orgId;
          events.push({ record, message: { body: writeEventMessage(event), group } });
          const converted = convertedQuoteOf(event);
          if (converted === undefined) continue;
          conversions.push({
            record,
            message: { body: convertedQuoteMessage(converted), group: `${event.orgId}#${converted.mode}` },
          });
        }
      } catch (error) {
        failed.add(record);
        log(LOG.quoteRecordUnreadable, {
          sequenceNumber: sequenceNumberOf(record),
          ...describeError(error),
        });
      }
    }
    const unsent = await Promise.all([sendTo(intake, events), sendTo(uploads, conversions)]);
    for (const record of unsent.flat()) failed.add(record);
    return firstFailure(Records, failed);
  };

/** @returns the records whose messages failed. */
async function sendTo(queue: MessageQueue, outgoing: readonly Outgoing[]): Promise<DynamoDBRecord[]> {
  if (outgoing.length === 0) return [];
  const unsent = await queue.send(outgoing.map(({ message }) => message));
  return unsent.flatMap((position) => outgoing[position]?.record ?? []);
}
