import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue } from '../../shared/platform/sqs/message-queue.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import { writeEventMessage } from '../../shared/webhooks/events/write-event-message.ts';
import { quoteEventsOf } from './quote-events.ts';

/** A message, and the record that it is of. */
interface Outgoing {
  readonly place: number;
  readonly message: EventMessage;
}

/**
 * Sends what the records tell to the intake queue. All that can be sent is sent; then the first record that could not is
 * named, read or sent. Lambda comes again from there: what is behind it goes twice under the same ids, which dispatch
 * takes once, and a record that nobody can read ends in the queue of given-up records without having held any back.
 */
export const createPublishQuoteEvents =
  (intake: MessageQueue) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const outgoing: Outgoing[] = [];
    const failed: number[] = [];
    for (const [place, record] of Records.entries()) {
      try {
        for (const message of quoteEventsOf(record)) outgoing.push({ place, message });
      } catch (error) {
        failed.push(place);
        log('error', LOG.quoteRecordUnreadable, {
          sequenceNumber: numberOf(record),
          ...describeError(error),
        });
      }
    }
    const notTaken = await intake.send(
      outgoing.map(({ message }) => ({ body: writeEventMessage(message), group: message.orgId })),
    );
    for (const position of notTaken) failed.push(outgoing[position]?.place ?? 0);

    const first = Records[Math.min(...failed)];
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: numberOf(first) }] };
  };

const numberOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';
