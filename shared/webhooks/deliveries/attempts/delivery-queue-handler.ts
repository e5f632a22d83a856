import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { describeError, log } from '../../../platform/logging/log.ts';
import { withRequestId } from '../../../platform/logging/log-context.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { DeliveryMessage } from '../delivery.ts';
import {
  type CloseMessage,
  type DeliveryQueueMessage,
  parseDeliveryQueueMessage,
} from '../delivery-messages.ts';
import type { Batch } from './deliver-batch.ts';

export interface DeliveryQueueParts {
  readonly deliver: (batch: Batch) => Promise<readonly DeliveryMessage[]>;
  readonly close: (message: CloseMessage, timeIsUp: () => boolean) => Promise<number>;
}

/** Closing a webhook stops when less time is left. */
const ENOUGH_MS = 5_000;

type RunContext = Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>;

type Read = {
  readonly messageId: string;
  readonly message: DeliveryQueueMessage;
};

/**
 * The Lambda handler of a delivery queue. Only messages that failed because of the service are received again: a combined
 * message as a whole, where deliveries that were attempted are not due again.
 */
export function createDeliveryQueueHandler({ deliver, close }: DeliveryQueueParts) {
  return withRequestId(async ({ Records }: SQSEvent, context: RunContext): Promise<SQSBatchResponse> => {
    const failed = new Set<string>();
    const read: Read[] = [];
    for (const { messageId, body } of Records) {
      const parsed = parseDeliveryQueueMessage(body);
      if (parsed === undefined) {
        log(LOG.messageUnknown, { messageId });
        failed.add(messageId);
      }
      for (const message of parsed ?? []) read.push({ messageId, message });
    }
    const messages = read.flatMap(({ messageId, message }) =>
      message.kind === 'deliver' ? [{ messageId, message }] : [],
    );
    const drains = read.flatMap(({ message }) => (message.kind === 'drain' ? [message.orgId] : []));
    const remainingMs = () => context.getRemainingTimeInMillis();

    const [unfinished] = await Promise.all([
      deliver({ messages: messages.map(({ message }) => message), drains, remainingMs }),
      ...read.map(async ({ messageId, message }) => {
        if (message.kind !== 'close') return;
        const { orgId, webhookId, reason } = message;
        try {
          const ended = await close(message, () => remainingMs() < ENOUGH_MS);
          log(LOG.webhookDeliveriesFailed, { orgId, webhookId, ended, reason });
        } catch (error) {
          failed.add(messageId);
          log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
        }
      }),
    ]);
    for (const { messageId, message } of messages) if (unfinished.includes(message)) failed.add(messageId);
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
  });
}
