import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { describeError, log } from '../../../platform/logging/log.ts';
import { withRequestId } from '../../../platform/logging/log-context.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { DeliveryHint } from '../delivery.ts';
import { type CloseMessage, type DeliveryMessage, parseDeliveryMessage } from '../delivery-messages.ts';
import type { Batch } from './deliver-batch.ts';

export interface DeliveryQueueParts {
  readonly deliver: (batch: Batch) => Promise<readonly DeliveryHint[]>;
  readonly close: (message: CloseMessage, timeIsUp: () => boolean) => Promise<number>;
}

/** What is under way when a run closes webhooks gets this to end. */
const ENOUGH_MS = 5_000;

type RunContext = Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>;

type Read = { readonly messageId: string; readonly message: DeliveryMessage };

/** The Lambda handler of a queue of deliveries. A receiver's failure is a success here: only our own come again. */
export function createDeliveryQueueHandler({ deliver, close }: DeliveryQueueParts) {
  return withRequestId(async ({ Records }: SQSEvent, context: RunContext): Promise<SQSBatchResponse> => {
    const failed = new Set<string>();
    const read: Read[] = [];
    for (const { messageId, body } of Records) {
      const message = parseDeliveryMessage(body);
      if (message !== undefined) read.push({ messageId, message });
      else {
        log('error', LOG.messageUnknown, { messageId });
        failed.add(messageId);
      }
    }
    const hints = read.flatMap(({ messageId, message }) =>
      message.kind === 'deliver' ? [{ messageId, hint: message }] : [],
    );
    const drains = read.flatMap(({ message }) => (message.kind === 'drain' ? [message.orgId] : []));
    const remainingMs = () => context.getRemainingTimeInMillis();

    const [undone] = await Promise.all([
      deliver({ hints: hints.map(({ hint }) => hint), drains, remainingMs }),
      ...read.map(async ({ messageId, message }) => {
        if (message.kind !== 'close') return;
        const { orgId, webhookId, reason } = message;
        try {
          const ended = await close(message, () => remainingMs() < ENOUGH_MS);
          log('info', LOG.webhookDeliveriesFailed, { orgId, webhookId, ended, reason });
        } catch (error) {
          failed.add(messageId);
          log('error', LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
        }
      }),
    ]);
    for (const { messageId, hint } of hints) if (undone.includes(hint)) failed.add(messageId);
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
  });
}
