import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import type { MessageQueue } from '../../shared/platform/sqs/message-queue.ts';
import { REASON_ATTRIBUTE } from '../../shared/platform/sqs/redrive.ts';
import { fittingValue } from '../../shared/platform/sqs/sqs-requests.ts';
import type { Dispatched } from '../../shared/webhooks/deliveries/dispatch-event.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';

export interface DispatchBatchParts {
  readonly read: (
    body: string,
  ) =>
    | { readonly ok: true; readonly message: EventMessage }
    | { readonly ok: false; readonly reason: string };
  readonly dispatch: (message: EventMessage) => Promise<Dispatched>;
  /** Where messages go that are no events. */
  readonly refused: MessageQueue;
}

/** The Lambda handler of the intake queue: each message on its own; those that fail for a reason of ours come again. */
export function createDispatchBatch({ read, dispatch, refused }: DispatchBatchParts) {
  /** True where the message has to come again. */
  const again = async ({ body, messageId }: SQSRecord): Promise<boolean> => {
    const parsed = read(body);
    if (!parsed.ok) {
      const { reason } = parsed;
      log('warn', LOG.eventRefused, { messageId, reason });
      const said = fittingValue(body, REASON_ATTRIBUTE, reason);
      // As large as a message can be: the queue itself has to move it there, which it does after its last receive.
      if (said === undefined) return true;
      return (await refused.send([{ body, attributes: { [REASON_ATTRIBUTE]: said } }])).length > 0;
    }
    const { orgId, id, event } = parsed.message;
    try {
      const { notEnqueued } = await dispatch(parsed.message);
      if (notEnqueued > 0) log('warn', LOG.hintNotSent, { orgId, eventId: id, event, notEnqueued });
      return notEnqueued > 0;
    } catch (error) {
      log('error', LOG.eventUnfinished, { messageId, orgId, eventId: id, event, ...describeError(error) });
      return true;
    }
  };

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async (record) => {
        try {
          return (await again(record)) ? [record.messageId] : [];
        } catch (error) {
          log('error', LOG.eventUnfinished, { messageId: record.messageId, ...describeError(error) });
          return [record.messageId];
        }
      }),
    );
    return { batchItemFailures: failures.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
