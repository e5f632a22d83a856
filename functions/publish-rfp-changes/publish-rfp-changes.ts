import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Account } from '../../shared/platform/account/account.ts';
import { firstFailure, sequenceNumberOf } from '../../shared/platform/dynamodb/stream-batch.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';
import { writeRfpMessage } from '../../shared/rfps/queue/rfp-message.ts';
import type { Head } from '../../shared/rfps/store/dynamodb-rfp-items.ts';
import { writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { newChatEventOf, type RfpChanges, rfpChangesOf } from './rfp-changes.ts';

export interface PublishRfpChangesParts {
  /** The intake queue of events. */
  readonly events: MessageQueue;
  /** The queue of chunks, files of results and erasures. */
  readonly work: MessageQueue;
  readonly chunksOfRun: (account: Account, head: Head) => Promise<readonly number[]>;
}

/** Messages, each with its stream record. */
type Outgoing = { readonly record: DynamoDBRecord; readonly message: OutgoingMessage }[];

/**
 * Sends what changes of RFPs cause: chunks of new and resumed runs, resumed files of lanes, requested files of results,
 * erasures and events. Sends all that it can, then reports the first record that failed. Lambda retries from that
 * record: later messages are sent again, and their consumers ignore duplicates. A record that fails at every attempt
 * blocks later batches of its shard until its retries end; then it goes to the failed-events queue.
 */
export const createPublishRfpChanges =
  ({ events, work, chunksOfRun }: PublishRfpChangesParts) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const failed = new Set<DynamoDBRecord>();
    const outgoing: { readonly events: Outgoing; readonly work: Outgoing } = { events: [], work: [] };

    const workOf = async (changes: RfpChanges): Promise<OutgoingMessage[]> => {
      const { account, begun, requested, resumedFile, deleted } = changes;
      if (deleted !== undefined) return [writeRfpMessage({ account, rfpId: deleted, erase: true })];
      if (requested !== undefined) return [writeRfpMessage({ account, ...requested })];
      if (resumedFile !== undefined) return [writeRfpMessage({ account, ...resumedFile })];
      if (begun === undefined) return [];
      const { rfpId, run } = begun.rfp;
      const chunks = await chunksOfRun(account, begun);
      return chunks.map((chunk) => writeRfpMessage({ account, rfpId, run, chunk }));
    };

    for (const record of Records) {
      try {
        const chat = newChatEventOf(record);
        if (chat)
          outgoing.events.push({ record, message: { body: writeEventMessage(chat), group: chat.orgId } });
        const changes = rfpChangesOf(record);
        if (changes === undefined) continue;
        for (const message of await workOf(changes)) outgoing.work.push({ record, message });
        for (const event of changes.events) {
          outgoing.events.push({ record, message: { body: writeEventMessage(event), group: event.orgId } });
        }
      } catch (error) {
        failed.add(record);
        const sequenceNumber = sequenceNumberOf(record);
        log(LOG.rfpChangeNotPublished, { sequenceNumber, ...describeError(error) });
      }
    }
    const send = async (queue: MessageQueue, messages: Outgoing): Promise<void> => {
      const unsent = await queue.send(messages.map(({ message }) => message));
      for (const { record } of unsent.flatMap((position) => messages[position] ?? [])) failed.add(record);
    };
    await Promise.all([send(work, outgoing.work), send(events, outgoing.events)]);
    return firstFailure(Records, failed);
  };
