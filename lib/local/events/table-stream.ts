import { setTimeout as wait } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { engineSettings } from '../engines/engine-settings.ts';
import { LOCAL_REGION } from '../template/local-names.ts';
import { lambdaRecord, type StreamRecord } from './stream-record.ts';

/** DynamoDB Local keeps records for 24 hours; a shard accepts new records for four hours. */
const EMPTY_PAUSE_MS = 150;
const NEW_SHARDS_EVERY_MS = 1_000;

export interface TableStreamOptions {
  readonly endpoint: string;
  readonly tableName: string;
  /** Event source ARN of the records. */
  readonly sourceArn: string;
  readonly batchSize: number;
  /** Position in each shard. */
  readonly checkpoints: Checkpoints;
  /** Offset of the service clock from the engine clock in milliseconds. */
  readonly aheadMs: () => number;
  /** Processes a batch; the next is read after it resolves. */
  readonly handle: (records: readonly StreamRecord[]) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProblem: (detail: string) => void;
}

/** Sequence number of the last processed record, by shard. */
export interface Checkpoints {
  get(shardId: string): string | undefined;
  set(shardId: string, sequenceNumber: string): void;
}

/** Reads a table stream from the beginning or from its checkpoints; each shard in order, a parent before its children. */
export async function readTableStream(options: TableStreamOptions): Promise<void> {
  const { endpoint, tableName, signal, onProblem } = options;
  const tables = new DynamoDBClient(engineSettings(endpoint));
  const streams = new DynamoDBStreamsClient(engineSettings(endpoint));
  const abort = { abortSignal: signal };

  const started = new Map<string, Promise<void>>();
  const listShards = async (StreamArn: string): Promise<ReadonlyMap<string, Shard>> => {
    const shards = new Map<string, Shard>();
    let after: string | undefined;
    do {
      const { StreamDescription = {} } = await streams.send(
        new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: after }),
        abort,
      );
      for (const shard of StreamDescription.Shards ?? []) shards.set(shard.ShardId ?? '', shard);
      after = StreamDescription.LastEvaluatedShardId;
    } while (after !== undefined);
    return shards;
  };

  /** Starts parents before children; a parent that is no longer listed counts as read. */
  const startShards = async (StreamArn: string): Promise<void> => {
    const shards = await listShards(StreamArn);
    const reading = (shardId: string): Promise<void> => {
      const known = started.get(shardId);
      if (known !== undefined) return known;
      const shard = shards.get(shardId);
      if (shard === undefined) return Promise.resolve();
      const parent = shard.ParentShardId === undefined ? Promise.resolve() : reading(shard.ParentShardId);
      const read = parent.then(() => readShard(StreamArn, shardId));
      started.set(shardId, read);
      return read;
    };
    for (const shardId of shards.keys()) void reading(shardId);
  };

  const readShard = async (StreamArn: string, ShardId: string): Promise<void> => {
    const { batchSize, checkpoints, handle, sourceArn } = options;
    while (!signal.aborted) {
      try {
        let iterator: string | undefined = await iteratorOf(StreamArn, ShardId);
        while (iterator !== undefined && !signal.aborted) {
          const page: GetRecordsCommandOutput = await streams.send(
            new GetRecordsCommand({ ShardIterator: iterator, Limit: batchSize }),
            abort,
          );
          const records = (page.Records ?? []).map((one) => toRecord(one, sourceArn, options.aheadMs()));
          const last = records.at(-1);
          if (last !== undefined) {
            await handle(records);
            checkpoints.set(ShardId, last.dynamodb.SequenceNumber);
          } else await wait(EMPTY_PAUSE_MS, undefined, { signal });
          iterator = page.NextShardIterator;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        // In DynamoDB Local, an iterator of an empty shard expires: a new one continues at the same position.
        if (isTrimmed(error)) {
          await wait(EMPTY_PAUSE_MS);
          continue;
        }
        onProblem(String(Object(error).message));
        await wait(NEW_SHARDS_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const iteratorOf = async (StreamArn: string, ShardId: string): Promise<string | undefined> => {
    const SequenceNumber = options.checkpoints.get(ShardId);
    const ask = async (from: Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'>) =>
      (await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }), abort)).ShardIterator;
    if (SequenceNumber === undefined) return ask({ ShardIteratorType: 'TRIM_HORIZON' });
    try {
      return await ask({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber });
    } catch (error) {
      // The last processed record has expired: starts at the oldest record.
      if (!isTrimmed(error)) throw error;
      return ask({ ShardIteratorType: 'TRIM_HORIZON' });
    }
  };

  while (!signal.aborted) {
    try {
      const { Table } = await tables.send(new DescribeTableCommand({ TableName: tableName }), abort);
      await startShards(Table?.LatestStreamArn ?? '');
    } catch (error) {
      if (!signal.aborted) onProblem(String(Object(error).message));
    }
    await wait(NEW_SHARDS_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(started.values());
  tables.destroy();
  streams.destroy();
}

const isTrimmed = (error: unknown): boolean => error instanceof TrimmedDataAccessException;

function toRecord(record: _Record, sourceArn: string, aheadMs: number): StreamRecord {
  const sent = lambdaRecord(record, sourceArn);
  const { ApproximateCreationDateTime: at } = sent.dynamodb;
  return {
    ...sent,
    // The engine sets another region.
    awsRegion: LOCAL_REGION,
    eventVersion: '1.1',
    dynamodb: { ...sent.dynamodb, ApproximateCreationDateTime: at + Math.floor(aheadMs / 1000) },
  };
}
