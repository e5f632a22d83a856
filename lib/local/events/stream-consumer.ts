import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  ListStreamsCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { Functions } from '../lambda/functions.ts';
import type { StoredState } from '../stored-state.ts';
import { engineSettings } from '../template/local-names.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { failedItems, matchesPattern } from './function-events.ts';
import { lambdaRecord, type StreamRecord } from './stream-record.ts';

/** Exponential backoff, shorter than that of Lambda. */
const FIRST_PAUSE_MS = 400;
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

/**
 * Consumes a table stream, whose shards DynamoDB Local lists from the oldest on: one after the other, each in order. Failed
 * records are repeated until they succeed, while Lambda gives up after its attempts.
 * @returns a function that stops the consumer.
 */
export function consumeStream(
  { tableName, streamArn, functionArn, filters, batchSize }: ServiceModel['streamSources'][number],
  { dynamodbEndpoint, checkpoints, aheadMs, invoke, onLog }: StreamOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const abort = { abortSignal: signal };
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
  const streams = new DynamoDBStreamsClient(engineSettings(dynamodbEndpoint));

  const handle = async (records: readonly StreamRecord[]): Promise<void> => {
    let left = records;
    for (let ms = FIRST_PAUSE_MS; left.length > 0; ms = Math.min(MAX_PAUSE_MS, 2 * ms)) {
      const ended = await invoke(functionArn, { Records: left });
      if (ended.outcome === 'returned') {
        const failed = failedItems(ended.payload);
        const first = left.findIndex(({ dynamodb }) => failed.has(dynamodb.SequenceNumber));
        if (first === -1) return;
        left = left.slice(first);
      }
      await pause(ms);
      // The next start reads the remaining records again.
      if (signal.aborted) throw new Error('stopped');
    }
  };

  const iteratorOf = async (StreamArn: string, ShardId: string): Promise<string | undefined> => {
    const SequenceNumber = checkpoints.get()[ShardId];
    const shard = { StreamArn, ShardId };
    const oldest = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
    if (SequenceNumber === undefined) return (await streams.send(oldest, abort)).ShardIterator;
    const next = { ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber };
    const answer = await streams.send(new GetShardIteratorCommand(next), abort).catch((error: unknown) => {
      // The last processed record has expired.
      if (error instanceof TrimmedDataAccessException) return streams.send(oldest, abort);
      throw error;
    });
    return answer.ShardIterator;
  };

  /** Resolves when the shard accepts no more records and all are processed. */
  const readShard = async (StreamArn: string, ShardId: string): Promise<void> => {
    let iterator = await iteratorOf(StreamArn, ShardId);
    while (iterator !== undefined) {
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
        checkpoints.set({ ...checkpoints.get(), [ShardId]: last.dynamodb.SequenceNumber });
      }
      iterator = page.NextShardIterator;
    }
  };

  const processed = new Set<string>();
  const readShards = async (): Promise<void> => {
    const { Streams = [] } = await streams.send(new ListStreamsCommand({ TableName: tableName }), abort);
    const StreamArn = Streams[0]?.StreamArn ?? '';
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }), abort);
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      if (processed.has(ShardId)) continue;
      await readShard(StreamArn, ShardId);
      processed.add(ShardId);
    }
    await pause(NEW_SHARDS_EVERY_MS);
  };

  const problem = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    // In DynamoDB Local, the iterator of an empty shard expires: a new one continues at the same position.
    if (error instanceof TrimmedDataAccessException) return pause(EMPTY_PAUSE_MS);
    const detail = String(Object(error).message);
    onLog(JSON.stringify({ level: 'error', code: 'STREAM_NOT_READ', table: tableName, detail }));
    await pause(NEW_SHARDS_EVERY_MS);
  };

  const read = async (): Promise<void> => {
    while (!signal.aborted) await readShards().catch(problem);
  };
  const reading = read();
  return async () => {
    stopping.abort();
    // A later batch ends with its function, and the next start reads it again.
    await Promise.race([reading, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    streams.destroy();
  };
}
