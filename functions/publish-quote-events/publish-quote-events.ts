import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue } from '../../shared/platform/sqs/message-queue.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import { writeEventMessage } from '../../shared/webhooks/events/write-event-message.ts';
import { quoteEventsOf } from './quote-events.ts';

/** A message, and the index of its stream record. */
interface Outgoing {
  readonly index: number;
  readonly message: EventMessage;
}

/**
 * Sends the events of stream records to the intake queue. Sends all that it can, then reports the first record that failed
 * to be read or sent. Lambda retries from that record: later events are sent again with the same ids, and dispatch ignores
 * duplicates. An unreadable record ends in the queue of failed records and does not block others.
 */
export const createPublishQuoteEvents =
  (intake: MessageQueue) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const outgoing: Outgoing[] = [];
    const failed: number[] = [];
    for (const [index, record] of Records.entries()) {
      try {
        for (const message of quoteEventsOf(record)) outgoing.push({ index, message });
      } catch (error) {
        failed.push(index);
        log(LOG.quoteRecordUnreadable, {
          sequenceNumber: sequenceNumberOf(record),
          ...describeError(error),
        });
      }
    }
    const unsent = await intake.send(
      outgoing.map(({ message }) => ({ body: writeEventMessage(message), group: message.orgId })),
    );
    for (const position of unsent) failed.push(outgoing[position]?.index ?? 0);

    const first = Records[Math.min(...failed)];
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: sequenceNumberOf(first) }] };
  };

const sequenceNumberOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';
