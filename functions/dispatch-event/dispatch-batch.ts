import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue } from '../../shared/platform/sqs/message-queue.ts';
import { REASON_ATTRIBUTE } from '../../shared/platform/sqs/redrive.ts';
import { truncateAttribute } from '../../shared/platform/sqs/sqs-requests.ts';
import type { Dispatched } from '../../shared/webhooks/deliveries/dispatch-event.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';

export interface DispatchBatchParts {
  readonly read: (
    body: string,
  ) =>
    | { readonly ok: true; readonly message: EventMessage }
    | { readonly ok: false; readonly reason: string };
  readonly dispatch: (message: EventMessage) => Promise<Dispatched>;
  /** Dead-letter queue of messages that are not valid events. */
  readonly deadLetters: MessageQueue;
}

/** The Lambda handler of the intake queue. Only messages that fail because of the service are received again. */
export function createDispatchBatch({ read, dispatch, deadLetters }: DispatchBatchParts) {
  /** True if the message must be received again. */
  const mustRetry = async ({ body, messageId }: SQSRecord): Promise<boolean> => {
    const parsed = read(body);
    if (!parsed.ok) {
      const { reason } = parsed;
      log(LOG.eventRejected, { messageId, reason });
      const fitting = truncateAttribute(body, REASON_ATTRIBUTE, reason);
      // The message has the maximum size and no room for a reason: SQS moves it after its last receive.
      if (fitting === undefined) return true;
      return (await deadLetters.send([{ body, attributes: { [REASON_ATTRIBUTE]: fitting } }])).length > 0;
    }
    const { orgId, id, event } = parsed.message;
    try {
      const { notEnqueued } = await dispatch(parsed.message);
      if (notEnqueued > 0) log(LOG.deliveryMessageNotSent, { orgId, eventId: id, event, notEnqueued });
      return notEnqueued > 0;
    } catch (error) {
      log(LOG.eventNotDispatched, { messageId, orgId, eventId: id, event, ...describeError(error) });
      return true;
    }
  };

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async (record) => {
        try {
          return (await mustRetry(record)) ? [record.messageId] : [];
        } catch (error) {
          log(LOG.eventNotDispatched, { messageId: record.messageId, ...describeError(error) });
          return [record.messageId];
        }
      }),
    );
    return { batchItemFailures: failures.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
