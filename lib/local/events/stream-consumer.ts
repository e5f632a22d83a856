import { setTimeout as wait } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { engineSettings } from '../engines/engine-settings.ts';
import { queueUrl } from '../template/local-names.ts';
import type { StreamSourceModel } from '../template/service-model.ts';
import { matchesPattern } from './event-filter.ts';
import { type EventSourceOptions, failedItems } from './event-source.ts';
import { lambdaRecord, type StreamRecord } from './stream-record.ts';

/** Exponential backoff, shorter than that of Lambda. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

const STOP_WITHIN_MS = 2_000;
const EMPTY_PAUSE_MS = 150;
/** A shard of DynamoDB Local accepts new records for four hours. */
const NEW_SHARDS_EVERY_MS = 1_000;

const sequenceOf = ({ dynamodb }: StreamRecord): string => dynamodb.SequenceNumber;

/**
 * Consumes a table stream with the retries, batch bisection and failure destination of Lambda; each shard in order, a parent
 * before its children.
 */
export function consumeStream(options: EventSourceOptions, source: StreamSourceModel): () => Promise<void> {
  const { dynamodbEndpoint, sqsEndpoint, checkpoints, aheadMs, invoke, onLog } = options;
  const { tableName, streamArn, functionArn, filters } = source;
  const stopping = new AbortController();
  const { signal } = stopping;
  const abort = { abortSignal: signal };
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
  const tables = new DynamoDBClient(engineSettings(dynamodbEndpoint));
  const streams = new DynamoDBStreamsClient(engineSettings(dynamodbEndpoint));
  const sqs = new SQSClient(engineSettings(sqsEndpoint));

  /** The records from the first failed one on; empty if all succeeded. */
  const unprocessed = async (records: readonly StreamRecord[]): Promise<readonly StreamRecord[]> => {
    const ended = await invoke(functionArn, { Records: records });
    if (ended.outcome !== 'returned') return records;
    const failed = failedItems(ended.payload);
    const first = records.findIndex((record) => failed.has(sequenceOf(record)));
    return first === -1 ? [] : records.slice(first);
  };

  const sendToFailureQueue = async (records: readonly StreamRecord[]): Promise<void> => {
    const [first, last] = [records[0], records.at(-1)];
    const detail = {
      requestContext: { functionArn, condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: {
        startSequenceNumber: first && sequenceOf(first),
        endSequenceNumber: last && sequenceOf(last),
        batchSize: records.length,
        streamArn,
      },
    };
    onLog(JSON.stringify({ level: 'error', code: 'STREAM_RECORDS_FAILED', ...detail.DDBStreamBatchInfo }));
    const QueueUrl = queueUrl(source.onFailureArn.split(':').at(-1) ?? '');
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(detail) }));
  };

  const handle = async (records: readonly StreamRecord[]): Promise<void> => {
    let left = records;
    for (let attempt = 0; left.length > 0 && !signal.aborted; attempt++) {
      left = await unprocessed(left);
      if (left.length === 0) return;
      // Bisecting does not count as an attempt, so that only single records fail.
      const halves = left.length > 1;
      if (attempt >= source.retries && !halves) return sendToFailureQueue(left);
      await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
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

  const iteratorOf = async (StreamArn: string, ShardId: string): Promise<string | undefined> => {
    const SequenceNumber = checkpoints.get()[ShardId];
    const ask = async (from: Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'>) =>
      (await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }), abort)).ShardIterator;
    const oldest = () => ask({ ShardIteratorType: 'TRIM_HORIZON' });
    if (SequenceNumber === undefined) return oldest();
    return ask({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber }).catch((error) => {
      // The last processed record has expired.
      if (error instanceof TrimmedDataAccessException) return oldest();
      throw error;
    });
  };

  const readShard = async (StreamArn: string, ShardId: string): Promise<void> => {
    while (!signal.aborted) {
      try {
        let iterator = await iteratorOf(StreamArn, ShardId);
        while (iterator !== undefined && !signal.aborted) {
          const page: GetRecordsCommandOutput = await streams.send(
            new GetRecordsCommand({ ShardIterator: iterator, Limit: source.batchSize }),
            abort,
          );
          const records = (page.Records ?? []).map((record) => lambdaRecord(record, streamArn, aheadMs()));
          const wanted = (record: StreamRecord) =>
            filters.length === 0 || filters.some((pattern) => matchesPattern(pattern, record));
          const last = records.at(-1);
          if (last === undefined) await pause(EMPTY_PAUSE_MS);
          else {
            await handle(records.filter(wanted));
            checkpoints.set({ ...checkpoints.get(), [ShardId]: sequenceOf(last) });
          }
          iterator = page.NextShardIterator;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        // In DynamoDB Local, the iterator of an empty shard expires: a new one continues at the same position.
        if (error instanceof TrimmedDataAccessException) await pause(EMPTY_PAUSE_MS);
        else await problem(error);
      }
    }
  };

  const problem = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    const detail = String(Object(error).message);
    onLog(JSON.stringify({ level: 'error', code: 'STREAM_NOT_READ', table: tableName, detail }));
    await pause(NEW_SHARDS_EVERY_MS);
  };

  const started = new Map<string, Promise<void>>();
  const startShards = async (): Promise<void> => {
    const { Table } = await tables.send(new DescribeTableCommand({ TableName: tableName }), abort);
    const StreamArn = Table?.LatestStreamArn ?? '';
    const { StreamDescription = {} } = await streams.send(new DescribeStreamCommand({ StreamArn }), abort);
    // The engine lists parents first; one that is no longer listed counts as read.
    for (const { ShardId = '', ParentShardId = '' } of StreamDescription.Shards ?? []) {
      if (started.has(ShardId)) continue;
      const parent = started.get(ParentShardId) ?? Promise.resolve();
      started.set(
        ShardId,
        parent.then(() => readShard(StreamArn, ShardId)),
      );
    }
  };

  const read = async (): Promise<void> => {
    while (!signal.aborted) {
      await startShards().catch(problem);
      await pause(NEW_SHARDS_EVERY_MS);
    }
    await Promise.all(started.values());
  };
  const reading = read();
  return async () => {
    stopping.abort();
    // A later batch ends with its function, and the next start reads it again.
    await Promise.race([reading, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    for (const client of [tables, streams, sqs]) client.destroy();
  };
}
