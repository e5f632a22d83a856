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
import type { Functions } from '../lambda/functions.ts';
import type { StoredState } from '../stored-state.ts';
import { engineSettings } from '../template/local-names.ts';
import type { StreamSourceModel } from '../template/service-model.ts';
import { failedItems, matchesPattern } from './function-events.ts';
import { lambdaRecord, type StreamRecord } from './stream-record.ts';

/** Exponential backoff, shorter than that of Lambda. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

const STOP_WITHIN_MS = 2_000;
const EMPTY_PAUSE_MS = 150;
/** A shard of DynamoDB Local accepts new records for four hours. */
const NEW_SHARDS_EVERY_MS = 1_000;

export interface StreamOptions {
  readonly dynamodbEndpoint: string;
  /** Sequence number of the last processed record, by shard. */
  readonly checkpoints: StoredState<Readonly<Record<string, string>>>;
  /** Offset of the service clock from the engine clock in milliseconds. */
  readonly aheadMs: () => number;
  readonly invoke: Functions['invoke'];
  readonly onLog: (line: string) => void;
}

const sequenceOf = ({ dynamodb }: StreamRecord): string => dynamodb.SequenceNumber;

/**
 * Consumes a table stream; each shard in order, a parent before its children. Failed records are repeated until they
 * succeed, while Lambda gives up after its attempts.
 * @returns a function that stops the consumer.
 */
export function consumeStream(
  { tableName, streamArn, functionArn, filters, batchSize }: StreamSourceModel,
  { dynamodbEndpoint, checkpoints, aheadMs, invoke, onLog }: StreamOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const abort = { abortSignal: signal };
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
  const tables = new DynamoDBClient(engineSettings(dynamodbEndpoint));
  const streams = new DynamoDBStreamsClient(engineSettings(dynamodbEndpoint));

  /** The records from the first failed one on; empty if all succeeded. */
  const unprocessed = async (records: readonly StreamRecord[]): Promise<readonly StreamRecord[]> => {
    const ended = await invoke(functionArn, { Records: records });
    if (ended.outcome !== 'returned') return records;
    const failed = failedItems(ended.payload);
    const first = records.findIndex((record) => failed.has(sequenceOf(record)));
    return first === -1 ? [] : records.slice(first);
  };

  const handle = async (records: readonly StreamRecord[]): Promise<void> => {
    let left = records;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > 0) await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
      // The next start reads the remaining records again.
      if (signal.aborted) throw new Error('stopped');
      left = await unprocessed(left);
    }
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
            new GetRecordsCommand({ ShardIterator: iterator, Limit: batchSize }),
            abort,
          );
          const records = (page.Records ?? []).map((record) => lambdaRecord(record, streamArn, aheadMs()));
          const last = records.at(-1);
          if (last === undefined) await pause(EMPTY_PAUSE_MS);
          else {
            const isWanted = (record: StreamRecord) =>
              filters.length === 0 || filters.some((pattern) => matchesPattern(pattern, record));
            await handle(records.filter(isWanted));
            checkpoints.set({ ...checkpoints.get(), [ShardId]: sequenceOf(last) });
          }
          iterator = page.NextShardIterator;
        }
        return;
      } catch (error) {
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
      const reading = parent.then(() => readShard(StreamArn, ShardId));
      started.set(ShardId, reading);
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
    for (const client of [tables, streams]) client.destroy();
  };
}
