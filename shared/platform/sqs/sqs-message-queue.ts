import { setTimeout as pause } from 'node:timers/promises';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { failureReason } from '../aws/failure-reason.ts';
import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import { log } from '../logging/log.ts';
import * as LOG from '../logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from './message-queue.ts';
import { type NumberedMessage, splitIntoRequests } from './sqs-requests.ts';

export interface SqsQueue {
  readonly client: SQSClient;
  readonly queueUrl: string;
  /** Pause between attempts; replaced in tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Retries of failed messages. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 200;

/** Concurrent requests. */
const CONCURRENCY = 10;

/**
 * An SQS queue. If the response of a request is lost, the request is retried, so a message may be duplicated. Consumers
 * detect duplicates by ID.
 * @param queue with a client of one attempt, because this function makes the retries.
 */
export function createSqsMessageQueue({ client, queueUrl, pause: wait = pause }: SqsQueue): MessageQueue {
  /** @returns the messages to retry, the rejected messages, and the reasons. */
  const sendOnce = async (messages: readonly NumberedMessage[]) => {
    const request = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: messages.map(toEntry) });
    const answer = await client.send(request).catch((error: unknown) => ({ reason: failureReason(error) }));
    if ('reason' in answer) return { retryable: messages, rejected: [], reasons: [answer.reason] };
    const { Failed = [] } = answer;
    const failed = new Map(Failed.map(({ Id, SenderFault }) => [Id, SenderFault === true]));
    return {
      reasons: Failed.map(({ Code = 'no code' }) => Code),
      retryable: messages.filter(({ position }) => failed.get(String(position)) === false),
      rejected: messages.filter(({ position }) => failed.get(String(position)) === true),
    };
  };

  const sendWithRetries = async (messages: readonly NumberedMessage[]): Promise<NumberedMessage[]> => {
    const rejected: NumberedMessage[] = [];
    const reasons = new Set<string>();
    let left = messages;
    for (let attempt = 0; left.length > 0; attempt++) {
      const sent = await sendOnce(left);
      rejected.push(...sent.rejected);
      for (const reason of sent.reasons) reasons.add(reason);
      left = sent.retryable;
      if (left.length === 0 || attempt === RETRIES) break;
      // Full jitter, so that requests that failed together are not retried together.
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
    const failed = [...rejected, ...left];
    if (failed.length > 0) log(LOG.queueRejectedMessages, { messages: failed.length, reasons: [...reasons] });
    return failed;
  };

  return {
    async send(messages) {
      const { requests, oversize } = splitIntoRequests(messages);
      const failed: number[] = oversize.map(({ position }) => position);
      await forEachConcurrent(requests, CONCURRENCY, async (request) => {
        for (const { position } of await sendWithRetries(request)) failed.push(position);
      });
      return failed.sort((a, b) => a - b);
    },
  };
}

function toEntry({ position, message }: NumberedMessage) {
  const { body, group, delaySeconds, attributes = {} } = message satisfies OutgoingMessage;
  const named = Object.entries(attributes).map(
    ([name, value]) => [name, { DataType: 'String', StringValue: value }] as const,
  );
  return {
    Id: String(position),
    MessageBody: body,
    ...(group === undefined ? {} : { MessageGroupId: group }),
    ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
    ...(named.length === 0 ? {} : { MessageAttributes: Object.fromEntries(named) }),
  };
}
