import type { Account } from '../../shared/platform/account/account.ts';
import {
  type CausedMessage,
  createStreamPublisher,
} from '../../shared/platform/dynamodb/stream-publisher.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue } from '../../shared/platform/sqs/sqs-message-queue.ts';
import { writeRfpMessage } from '../../shared/rfps/queue/rfp-message.ts';
import type { Head } from '../../shared/rfps/store/dynamodb-rfp-items.ts';
import { type EventMessage, writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { newChatEventOf, rfpChangesOf } from './rfp-changes.ts';

export interface PublishRfpChangesParts {
  /** The intake queue of events. */
  readonly events: MessageQueue;
  /** The queue of chunks, files of results and erasures. */
  readonly work: MessageQueue;
  readonly chunksOfRun: (account: Account, head: Head) => Promise<readonly number[]>;
}

/**
 * Sends what changes of RFPs cause: chunks of new and resumed runs, resumed files of lanes, requested files of results,
 * erasures and events, and the events of new chats.
 */
export const createPublishRfpChanges = ({ events, work, chunksOfRun }: PublishRfpChangesParts) => {
  const sent = (event: EventMessage): CausedMessage => ({
    queue: events,
    message: { body: writeEventMessage(event), group: event.orgId },
  });
  return createStreamPublisher(async (record) => {
    const chat = newChatEventOf(record);
    if (chat) return [sent(chat)];
    const changes = rfpChangesOf(record);
    if (changes === undefined) return [];
    const { account, begun } = changes;
    const chunks = begun
      ? (await chunksOfRun(account, begun)).map((chunk) => ({ ...chunkOf(account, begun), chunk }))
      : [];
    const messages = [...changes.work, ...chunks].map(writeRfpMessage);
    return [...messages.map((message) => ({ queue: work, message })), ...changes.events.map(sent)];
  }, LOG.rfpChangeNotPublished);
};

const chunkOf = (account: Account, { rfp: { rfpId, run } }: Head) => ({ account, rfpId, run });
