import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { engineSettings } from '../engines/engine-settings.ts';
import type { Invocation } from '../lambda/function-worker.ts';
import { LOCAL_REGION } from '../template/local-names.ts';
import type { QueueSourceModel } from '../template/service-model.ts';
import { failedItems } from './batch-response.ts';
import type { EventSource } from './event-source.ts';

export interface QueueConsumerOptions {
  readonly source: QueueSourceModel;
  readonly queueUrl: string;
  readonly sqsEndpoint: string;
  /** Calls at once. */
  readonly concurrency: number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  readonly onLog: (line: string) => void;
}

const POLL_SECONDS = 20;

/** After the engine failed; it is up again in no time, or its host ends. */
const PAUSE_MS = 500;

const STOP_WITHIN_MS = 2_000;

/** A message as Lambda hands it to a function. */
function toRecord(message: Message, queueArn: string): object {
  const { MessageAttributes = {}, Body = '' } = message;
  const attributes = Object.entries(MessageAttributes).map(([name, { StringValue, DataType }]) => [
    name,
    { stringValue: StringValue, stringListValues: [], binaryListValues: [], dataType: DataType },
  ]);
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody ?? createHash('md5').update(Body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
}

/**
 * Works off a queue as Lambda's pollers do: each takes a batch when its function can run it at once, and deletes what
 * was done. What failed, or whose function died, comes again when its visibility time-out is over.
 */
export function createQueueConsumer(options: QueueConsumerOptions): EventSource {
  const { source, queueUrl, sqsEndpoint, concurrency, invoke, onLog } = options;
  const { queueArn, functionArn, batchSize, reportsFailures } = source;
  const stopping = new AbortController();
  let pollers: Promise<void>[] = [];

  // A connection for each poller: each waits for messages on its own.
  const sqs = new SQSClient({
    ...engineSettings(sqsEndpoint),
    requestHandler: { httpAgent: { maxSockets: 2 * concurrency } },
  });

  const workOff = async (messages: readonly Message[]): Promise<void> => {
    const ended = await invoke(functionArn, {
      Records: messages.map((message) => toRecord(message, queueArn)),
    });
    if (ended.outcome !== 'returned') return;
    const ids = messages.map(({ MessageId = '' }) => MessageId);
    const failed = reportsFailures ? failedItems(ended.payload, ids) : new Set<string>();
    const done = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  };

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl,
            MaxNumberOfMessages: batchSize,
            WaitTimeSeconds: POLL_SECONDS,
            MessageSystemAttributeNames: ['All'],
            MessageAttributeNames: ['All'],
          }),
          { abortSignal: stopping.signal },
        );
        if (Messages.length > 0) await workOff(Messages);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const detail = Object(error).message;
        onLog(JSON.stringify({ level: 'error', code: 'QUEUE_NOT_READ', queue: queueArn, detail }));
        await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  return {
    start: async () => {
      pollers = Array.from({ length: concurrency }, poll);
    },
    stop: async () => {
      stopping.abort();
      // What is under way then ends with its function, and its messages come again.
      await Promise.race([Promise.all(pollers), wait(STOP_WITHIN_MS, undefined, { ref: false })]);
      sqs.destroy();
    },
  };
}
