import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describeError, log } from '../logging/log.ts';
import type { LogMessage } from '../logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from '../sqs/sqs-message-queue.ts';
import { firstFailure, sequenceNumberOf } from './stream-batch.ts';

/** A message that a stream record causes. */
export interface CausedMessage {
  readonly queue: MessageQueue;
  readonly message: OutgoingMessage;
}

/**
 * Creates a function that sends the messages of stream records. It sends all that it can, then reports the first record that
 * failed to be read or sent. Lambda retries from that record: later messages are sent again, so their consumers have to
 * ignore duplicates. A record that fails at every attempt blocks later batches of its shard until its retries end; then it
 * goes to the failed-events queue.
 */
export const createStreamPublisher =
  (
    messagesOf: (record: DynamoDBRecord) => readonly CausedMessage[] | Promise<readonly CausedMessage[]>,
    unreadable: LogMessage,
  ) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const outgoing: (CausedMessage & { readonly record: DynamoDBRecord })[] = [];
    const failed = new Set<DynamoDBRecord>();
    for (const record of Records) {
      try {
        for (const caused of await messagesOf(record)) outgoing.push({ ...caused, record });
      } catch (error) {
        failed.add(record);
        log(unreadable, { sequenceNumber: sequenceNumberOf(record), ...describeError(error) });
      }
    }
    const byQueue = Map.groupBy(outgoing, ({ queue }) => queue);
    await Promise.all(
      [...byQueue].map(async ([queue, ofQueue]) => {
        const unsent = await queue.send(ofQueue.map(({ message }) => message));
        for (const { record } of unsent.flatMap((position) => ofQueue[position] ?? [])) failed.add(record);
      }),
    );
    return firstFailure(Records, failed);
  };
