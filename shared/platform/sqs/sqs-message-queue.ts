import { setTimeout as pause } from 'node:timers/promises';
import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { failureReason } from '../aws/failure-reason.ts';
import { requestSettings } from '../aws/request-settings.ts';
import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import { log } from '../logging/log.ts';
import * as LOG from '../logging/log-messages.ts';

/** SQS normally responds within tens of milliseconds. One attempt, because callers decide which messages to retry. */
const LIMITS = { timeoutMs: 3_000, attempts: 1 };

/** Creates an SQS client for functions. `config` overrides settings; tests pass an endpoint. */
export const createSqsClient = (config: SQSClientConfig = {}): SQSClient =>
  new SQSClient({
    ...requestSettings(LIMITS),
    // Use the endpoint of the region or of AWS_ENDPOINT_URL_SQS, not the host of the queue URL.
    useQueueUrlAsEndpoint: false,
    ...config,
  });

export interface OutgoingMessage {
  readonly body: string;
  /** Organization of the message. SQS fair queues prevent a busy organization from delaying others. */
  readonly group?: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** String attributes of the message. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A message with its position in the input. */
interface NumberedMessage {
  readonly position: number;
  readonly message: OutgoingMessage;
}

/** Limits of SendMessageBatch: entries, and total bytes of bodies and attributes (since August 2025). */
const MAX_ENTRIES = 10;
export const MAX_BYTES = 1_048_576;

/** Each attribute has a data type, which counts towards the limit. */
const TYPE_BYTES = 'String'.length;

/** Splits messages, in order, into requests within the SQS limits. Messages that exceed the limits are `oversize`. */
export function splitIntoRequests(messages: readonly OutgoingMessage[]) {
  const requests: NumberedMessage[][] = [];
  const oversize: NumberedMessage[] = [];
  let room = 0;
  for (const [position, message] of messages.entries()) {
    const bytes = bytesOf(message);
    if (bytes > MAX_BYTES) {
      oversize.push({ position, message });
      continue;
    }
    const open = requests.at(-1);
    if (open !== undefined && open.length < MAX_ENTRIES && bytes <= room) {
      open.push({ position, message });
      room -= bytes;
    } else {
      requests.push([{ position, message }]);
      room = MAX_BYTES - bytes;
    }
  }
  return { requests, oversize };
}

/** Truncates an attribute value to the bytes that a body leaves free; undefined if no bytes are free. */
export function truncateAttribute(body: string, name: string, value: string): string | undefined {
  const room = MAX_BYTES - bytesOf({ body, attributes: { [name]: '' } });
  let fitting = value.slice(0, Math.max(0, room));
  while (Buffer.byteLength(fitting) > room) fitting = fitting.slice(0, -1);
  return fitting === '' ? undefined : fitting.toWellFormed();
}

function bytesOf({ body, attributes = {} }: OutgoingMessage): number {
  return Object.entries(attributes).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + TYPE_BYTES,
    Buffer.byteLength(body),
  );
}

export interface SqsQueue {
  readonly client: SQSClient;
  readonly queueUrl: string;
  /** Pause between attempts; replaced in tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 200;

const CONCURRENCY = 10;

/**
 * An SQS queue. If the response of a request is lost, the request is retried, so a message may be duplicated. Consumers
 * detect duplicates by ID.
 * @param queue with a client of one attempt, because this function makes the retries.
 */
export function createSqsMessageQueue({ client, queueUrl, pause: wait = pause }: SqsQueue) {
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
    /** Sends any number of messages. @returns the positions of those that failed after all retries. */
    async send(messages: readonly OutgoingMessage[]): Promise<readonly number[]> {
      const { requests, oversize } = splitIntoRequests(messages);
      const failed: number[] = oversize.map(({ position }) => position);
      await forEachConcurrent(requests, CONCURRENCY, async (request) => {
        for (const { position } of await sendWithRetries(request)) failed.push(position);
      });
      return failed.sort((a, b) => a - b);
    },
  };
}

export type MessageQueue = ReturnType<typeof createSqsMessageQueue>;

function toEntry({ position, message }: NumberedMessage) {
  const { body, group, delaySeconds, attributes = {} } = message;
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
