import { setTimeout as wait } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { engineSettings } from '../engines/engine-settings.ts';
import type { Invocation } from '../lambda/functions.ts';
import type { StreamSourceModel } from '../template/service-model.ts';
import { failedItems } from './batch-response.ts';
import { readEventFilter } from './event-filter.ts';
import type { EventSource } from './event-source.ts';
import type { StreamRecord } from './stream-record.ts';
import { type Checkpoints, readTableStream } from './table-stream.ts';

export interface StreamConsumerOptions {
  readonly source: StreamSourceModel;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  /** URL of the queue for failed records. */
  readonly onFailureUrl?: string;
  readonly checkpoints: Checkpoints;
  /** Offset of the service clock from the engine clock in milliseconds. */
  readonly aheadMs: () => number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  readonly onLog: (line: string) => void;
}

/** Exponential backoff, shorter than that of Lambda. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

const STOP_WITHIN_MS = 2_000;

const sequenceOf = ({ dynamodb }: StreamRecord): string => dynamodb.SequenceNumber;

/** Consumes a table stream with the retries, batch bisection and failure destination of Lambda. */
export function createStreamConsumer(options: StreamConsumerOptions): EventSource {
  const { source, invoke, onLog } = options;
  const filters = source.filters.map(readEventFilter);
  const wanted = (record: StreamRecord) => filters.length === 0 || filters.some((matches) => matches(record));
  const stopping = new AbortController();
  const { signal } = stopping;
  let reading: Promise<void> = Promise.resolve();

  /** The records from the first failed one on; empty if all succeeded. */
  const unprocessed = async (records: readonly StreamRecord[]): Promise<readonly StreamRecord[]> => {
    const ended = await invoke(source.functionArn, { Records: records });
    if (ended.outcome !== 'returned') return records;
    if (!source.reportsFailures) return [];
    const failed = failedItems(ended.payload, records.map(sequenceOf));
    const first = records.findIndex((record) => failed.has(sequenceOf(record)));
    return first === -1 ? [] : records.slice(first);
  };

  const sendToFailureQueue = async (records: readonly StreamRecord[]): Promise<void> => {
    const [first, last] = [records[0], records.at(-1)];
    const detail = {
      requestContext: { functionArn: source.functionArn, condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: {
        startSequenceNumber: first && sequenceOf(first),
        endSequenceNumber: last && sequenceOf(last),
        batchSize: records.length,
        streamArn: source.streamArn,
      },
    };
    onLog(JSON.stringify({ level: 'error', code: 'STREAM_RECORDS_FAILED', ...detail.DDBStreamBatchInfo }));
    if (options.onFailureUrl === undefined) return;
    const body = { QueueUrl: options.onFailureUrl, MessageBody: JSON.stringify(detail) };
    const sqs = new SQSClient(engineSettings(options.sqsEndpoint));
    await sqs.send(new SendMessageCommand(body)).finally(() => sqs.destroy());
  };

  const handle = async (records: readonly StreamRecord[]): Promise<void> => {
    let left: readonly StreamRecord[] = records.filter(wanted);
    for (let attempt = 0; left.length > 0 && !signal.aborted; attempt++) {
      left = await unprocessed(left);
      if (left.length === 0) return;
      // Bisecting does not count as an attempt, so that only single records fail.
      const halves = source.bisects && left.length > 1;
      if (attempt >= source.retries && !halves) {
        await sendToFailureQueue(left);
        return;
      }
      await wait(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt), undefined, { signal }).catch(
        () => undefined,
      );
      if (halves) {
        const middle = Math.ceil(left.length / 2);
        await handle(left.slice(0, middle));
        left = left.slice(middle);
        attempt = -1;
      }
    }
    // The next start reads the remaining records again.
    if (left.length > 0 && signal.aborted) throw new Error('stopped');
  };

  return {
    start: async () => {
      reading = readTableStream({
        endpoint: options.dynamodbEndpoint,
        tableName: source.tableName,
        sourceArn: source.streamArn,
        batchSize: source.batchSize,
        checkpoints: options.checkpoints,
        aheadMs: options.aheadMs,
        handle,
        signal,
        onProblem: (detail) =>
          onLog(JSON.stringify({ level: 'error', code: 'STREAM_NOT_READ', table: source.tableName, detail })),
      });
    },
    stop: async () => {
      stopping.abort();
      // A later batch ends with its function, and the next start reads it again.
      await Promise.race([reading, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
