import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { engineSettings } from '../engines/engine-settings.ts';
import { LOCAL_REGION, queueUrl } from '../template/local-names.ts';
import type { QueueSourceModel } from '../template/service-model.ts';
import { type EventSourceOptions, failedItems } from './event-source.ts';

const POLL_SECONDS = 20;

/** Pause after an engine error. */
const PAUSE_MS = 500;

const STOP_WITHIN_MS = 2_000;

/** A message in the format of Lambda events. */
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
 * Consumes a queue like the pollers of Lambda: each receives a batch, invokes the function, and deletes the processed
 * messages. Failed messages become visible again after their visibility time-out.
 */
export function consumeQueue(
  { sqsEndpoint, concurrencyOf, invoke, onLog }: EventSourceOptions,
  { queueArn, functionArn, batchSize }: QueueSourceModel,
): () => Promise<void> {
  const QueueUrl = queueUrl(queueArn.split(':').at(-1) ?? '');
  const concurrency = concurrencyOf(functionArn);
  const stopping = new AbortController();

  // One connection per poller, since each waits for messages.
  const sqs = new SQSClient({
    ...engineSettings(sqsEndpoint),
    requestHandler: { httpAgent: { maxSockets: 2 * concurrency } },
  });

  const processBatch = async (messages: readonly Message[]): Promise<void> => {
    const ended = await invoke(functionArn, {
      Records: messages.map((message) => toRecord(message, queueArn)),
    });
    if (ended.outcome !== 'returned') return;
    const failed = failedItems(ended.payload);
    const processed = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
    if (processed.length === 0) return;
    const Entries = processed.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  };

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: batchSize,
            WaitTimeSeconds: POLL_SECONDS,
            MessageSystemAttributeNames: ['All'],
            MessageAttributeNames: ['All'],
          }),
          { abortSignal: stopping.signal },
        );
        if (Messages.length > 0) await processBatch(Messages);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const detail = Object(error).message;
        onLog(JSON.stringify({ level: 'error', code: 'QUEUE_NOT_READ', queue: queueArn, detail }));
        await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
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
