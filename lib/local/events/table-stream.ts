import { setTimeout as wait } from 'node:timers/promises';
import { callEngine, EngineRefusedError } from '../engines/json-protocol.ts';
import { LOCAL_REGION } from '../template/local-names.ts';

/** A change of a table, as Lambda hands it to a function. */
export interface StreamRecord {
  readonly eventID: string;
  readonly dynamodb: RawRecord['dynamodb'];
  readonly [other: string]: unknown;
}

interface Shard {
  readonly ShardId: string;
  readonly ParentShardId?: string;
}

interface RawRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    /** Seconds since 1970. */
    readonly ApproximateCreationDateTime: number;
  } & Readonly<Record<string, unknown>>;
}

/** DynamoDB Local keeps records for 24 hours in shards of four. */
const EMPTY_PAUSE_MS = 50;
const NEW_SHARDS_EVERY_MS = 1_000;

export interface TableStreamOptions {
  readonly endpoint: string;
  readonly tableName: string;
  /** ARN that records carry. */
  readonly sourceArn: string;
  readonly batchSize: number;
  /** Where the last one that was read is kept, by shard. */
  readonly checkpoints: Checkpoints;
  /** Milliseconds that the service's clock is ahead of the engine's. */
  readonly aheadMs: () => number;
  /** Takes a batch; the next is read when it resolves. */
  readonly handle: (records: readonly StreamRecord[]) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProblem: (detail: string) => void;
}

/** How far each shard has been read. */
export interface Checkpoints {
  get(shardId: string): string | undefined;
  set(shardId: string, sequenceNumber: string): void;
}

/** Reads a table's stream from its beginning, or from where it was left; each shard in order, a parent before its children. */
export async function readTableStream(options: TableStreamOptions): Promise<void> {
  const { endpoint, tableName, signal, onProblem } = options;
  const streams = <Answer>(operation: string, body: object): Promise<Answer> =>
    callEngine(endpoint, `DynamoDBStreams_20120810.${operation}`, body, signal);

  const started = new Map<string, Promise<void>>();
  const listShards = async (StreamArn: string): Promise<ReadonlyMap<string, Shard>> => {
    const shards = new Map<string, Shard>();
    let after: string | undefined;
    do {
      const { StreamDescription } = await streams<{
        StreamDescription: { Shards: Shard[]; LastEvaluatedShardId?: string };
      }>('DescribeStream', { StreamArn, ...(after && { ExclusiveStartShardId: after }) });
      for (const shard of StreamDescription.Shards) shards.set(shard.ShardId, shard);
      after = StreamDescription.LastEvaluatedShardId;
    } while (after !== undefined);
    return shards;
  };

  /** Parents first, in whatever order they are listed; a parent that is listed no more has been read. */
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
          const page: { Records: RawRecord[]; NextShardIterator?: string } = await streams('GetRecords', {
            ShardIterator: iterator,
            Limit: batchSize,
          });
          const last = page.Records.at(-1);
          if (last !== undefined) {
            await handle(page.Records.map((record) => toRecord(record, sourceArn, options.aheadMs())));
            checkpoints.set(ShardId, last.dynamodb.SequenceNumber);
          } else await wait(EMPTY_PAUSE_MS, undefined, { signal });
          iterator = page.NextShardIterator;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        // DynamoDB Local lets an iterator of an empty shard lapse: a new one goes on from the same place.
        if (isTrimmed(error)) {
          await wait(EMPTY_PAUSE_MS);
          continue;
        }
        onProblem(String(Object(error).message));
        await wait(NEW_SHARDS_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const iteratorOf = async (StreamArn: string, ShardId: string): Promise<string> => {
    const SequenceNumber = options.checkpoints.get(ShardId);
    const from =
      SequenceNumber === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber };
    try {
      return (await streams<{ ShardIterator: string }>('GetShardIterator', { StreamArn, ShardId, ...from }))
        .ShardIterator;
    } catch (error) {
      // What was read last is gone: what is left begins later.
      if (!isTrimmed(error)) throw error;
      const oldest = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      return (await streams<{ ShardIterator: string }>('GetShardIterator', oldest)).ShardIterator;
    }
  };

  while (!signal.aborted) {
    try {
      const { Table } = await callEngine<{ Table: { LatestStreamArn: string } }>(
        endpoint,
        'DynamoDB_20120810.DescribeTable',
        { TableName: tableName },
        signal,
      );
      await startShards(Table.LatestStreamArn);
    } catch (error) {
      if (!signal.aborted) onProblem(String(Object(error).message));
    }
    await wait(NEW_SHARDS_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(started.values());
}

const isTrimmed = (error: unknown): boolean =>
  error instanceof EngineRefusedError && error.type === 'TrimmedDataAccessException';

function toRecord(
  { eventID, eventName, dynamodb }: RawRecord,
  eventSourceARN: string,
  aheadMs: number,
): StreamRecord {
  const ApproximateCreationDateTime = dynamodb.ApproximateCreationDateTime + Math.floor(aheadMs / 1000);
  return {
    eventID,
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    dynamodb: { ...dynamodb, ApproximateCreationDateTime },
    eventSourceARN,
  };
}
