import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Functions } from '../lambda/functions.ts';
import { engineSettings, queueNamed } from '../template/local-names.ts';
import type { QueueSourceModel } from '../template/service-model.ts';
import { failedItems } from './function-events.ts';

const POLL_SECONDS = 20;

/** Pause after an engine error. */
const PAUSE_MS = 500;

const STOP_WITHIN_MS = 2_000;

/** A message in the format of Lambda events. */
function toRecord({ MessageId, ReceiptHandle, Body, Attributes, MessageAttributes = {} }: Message) {
  const attributes = Object.entries(MessageAttributes).map(([name, { StringValue, DataType }]) => [
    name,
    { stringValue: StringValue, dataType: DataType },
  ]);
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body ?? '',
    attributes: Attributes ?? {},
    messageAttributes: Object.fromEntries(attributes),
    eventSource: 'aws:sqs',
  };
}

/**
 * Consumes a queue like the pollers of Lambda: each receives a batch, invokes the function, and deletes the processed
 * messages. Failed messages become visible again after their visibility time-out.
 * @returns a function that stops the pollers.
 */
export function consumeQueue(
  { queueArn, functionArn, batchSize }: QueueSourceModel,
  sqsEndpoint: string,
  { invoke, eventsAtOnce }: Functions,
  onLog: (line: string) => void,
): () => Promise<void> {
  const QueueUrl = queueNamed(queueArn);
  const concurrency = eventsAtOnce(functionArn);
  const stopping = new AbortController();
  const { signal } = stopping;

  // One connection per poller, since each waits for messages.
  const sqs = new SQSClient({
    ...engineSettings(sqsEndpoint),
    requestHandler: { httpAgent: { maxSockets: 2 * concurrency } },
  });

  const processBatch = async (messages: readonly Message[]): Promise<void> => {
    const ended = await invoke(functionArn, {
      Records: messages.map((message) => ({ ...toRecord(message), eventSourceARN: queueArn })),
    });
    if (ended.outcome !== 'returned') return;
    const failed = failedItems(ended.payload);
    const processed = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
    if (processed.length === 0) return;
    const Entries = processed.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  };

  const poll = async (): Promise<void> => {
    const receive = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: batchSize,
      WaitTimeSeconds: POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    while (!signal.aborted) {
      try {
        const { Messages = [] } = await sqs.send(receive, { abortSignal: signal });
        if (Messages.length > 0) await processBatch(Messages);
      } catch (error) {
        if (signal.aborted) return;
        const detail = Object(error).message;
        onLog(JSON.stringify({ level: 'error', code: 'QUEUE_NOT_READ', queue: queueArn, detail }));
        await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const pollers = Array.from({ length: concurrency }, poll);
  return async () => {
    stopping.abort();
    // Later batches end with their function, and their messages become visible again.
    await Promise.race([Promise.all(pollers), wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    sqs.destroy();
  };
}
