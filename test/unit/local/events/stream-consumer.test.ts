import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineSettings } from '../../../../lib/local/engines/engine-settings.ts';
import { type Queues, startQueues } from '../../../../lib/local/engines/queues.ts';
import { createCheckpoints } from '../../../../lib/local/events/stream-checkpoints.ts';
import { createStreamConsumer } from '../../../../lib/local/events/stream-consumer.ts';
import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';
import { createTables } from '../../../../lib/local/template/create-tables.ts';
import { queueModel } from '../../../../lib/local/template/event-source-model.ts';
import { queueUrl } from '../../../../lib/local/template/local-names.ts';
import type { StreamSourceModel } from '../../../../lib/local/template/service-model.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../../support/dynamodb-local.ts';
import { engineQueues } from '../../../support/engine-queues.ts';
import { until } from '../lambda/function-under-test.ts';
import { CRASHED, failing, mappedFunction, RETURNED } from './mapped-functions.ts';

interface Change {
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly NewImage?: { readonly n?: { readonly N: string } };
  };
}

let engine: TestDynamoDb;
let queues: Queues;
let tables: DynamoDBClient;
const sqs = engineQueues(() => queues.endpoint);
let folder: string;
let TableName: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  engine = await startTestDynamoDb();
  tables = new DynamoDBClient(engineSettings(engine.endpoint));
  queues = await startQueues();
  await queues.ensure([queueModel('gone', {})]);
  folder = mkdtempSync(join(tmpdir(), 'freight-streams-'));
});
afterAll(async () => {
  sqs.stop();
  tables.destroy();
  await queues.stop();
  await engine.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  TableName = `stream-${randomUUID()}`;
  await createTables(engine.endpoint, [
    {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    },
  ]);
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Writes numbers to one item one after another: a stream keeps the order of changes only per item. */
async function write(...numbers: readonly number[]): Promise<void> {
  for (const n of numbers) {
    await tables.send(new PutItemCommand({ TableName, Item: { pk: { S: 'item' }, n: { N: String(n) } } }));
  }
}
const numberOf = ({ dynamodb }: Change): number => Number(dynamodb.NewImage?.n?.N);
const sequenceOf = ({ dynamodb }: Change): string => dynamodb.SequenceNumber;

async function consumerUnderTest(
  answer: (records: readonly Change[]) => Invocation | Promise<Invocation>,
  change: Partial<StreamSourceModel> = {},
  { file, aheadMs = 0 }: { readonly file?: string; readonly aheadMs?: number } = {},
) {
  const mapped = mappedFunction<Change>(answer);
  const logs: string[] = [];
  const consumer = createStreamConsumer({
    source: {
      tableName: TableName,
      streamArn: 'arn:of-the-template',
      functionArn: 'arn:work',
      batchSize: 100,
      filters: [],
      retries: 3,
      bisects: true,
      reportsFailures: true,
      ...change,
    },
    dynamodbEndpoint: engine.endpoint,
    sqsEndpoint: queues.endpoint,
    onFailureUrl: queueUrl('gone'),
    checkpoints: createCheckpoints(file),
    aheadMs: () => aheadMs,
    invoke: mapped.invoke,
    onLog: (line) => logs.push(line),
  });
  stops.push(consumer.stop);
  await consumer.start();
  return { ...mapped, logs, stop: consumer.stop, numbers: () => mapped.batches.flat().map(numberOf) };
}

describe('the event source mapping of a stream', () => {
  it('invokes the function with the records of Lambda', async () => {
    await write(1);
    await write(2);
    await tables.send(new DeleteItemCommand({ TableName, Key: { pk: { S: 'item' } } }));

    const { batches } = await consumerUnderTest(() => RETURNED);
    await until(() => batches.flat().length === 3);

    const [inserted, changed, removed] = batches.flat();
    expect(inserted).toEqual({
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: 'arn:of-the-template',
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: 'item' } },
        NewImage: { pk: { S: 'item' }, n: { N: '1' } },
        SequenceNumber: expect.stringMatching(/^\d+$/),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
    expect(changed).toMatchObject({
      eventName: 'MODIFY',
      dynamodb: { OldImage: { n: { N: '1' } }, NewImage: { n: { N: '2' } } },
    });
    expect(removed).toMatchObject({ eventName: 'REMOVE', dynamodb: { OldImage: { n: { N: '2' } } } });
  });

  it('sends records with the time of the moved clock', async () => {
    const aheadMs = 9 * 86_400_000;
    await write(1);

    const { batches } = await consumerUnderTest(() => RETURNED, {}, { aheadMs });
    await until(() => batches.length > 0);

    const [record] = batches.flat();
    const { ApproximateCreationDateTime: seconds } = Object(record?.dynamodb);
    expect(Math.abs(seconds * 1000 - aheadMs - Date.now())).toBeLessThan(86_400_000);
  });

  it('keeps the order of changes, including changes made while it reads', async () => {
    const { numbers } = await consumerUnderTest(() => RETURNED, { batchSize: 4 });

    const all = Array.from({ length: 40 }, (_, index) => index);
    await write(...all);
    await until(() => numbers().length >= 40);

    expect(numbers()).toEqual(all);
  });

  it('sends only records that match one of its filters', async () => {
    const only = (n: number) => JSON.stringify({ dynamodb: { NewImage: { n: { N: [String(n)] } } } });
    const { numbers } = await consumerUnderTest(() => RETURNED, { filters: [only(2), only(5)] });

    await write(1, 2, 3, 4, 5);
    await until(() => numbers().length >= 2);

    expect(numbers()).toEqual([2, 5]);
  });

  it('continues at its checkpoint after a restart, with the changes written meanwhile', async () => {
    const file = join(folder, `${TableName}.json`);
    await write(1, 2);
    const first = await consumerUnderTest(() => RETURNED, {}, { file });
    await until(() => first.numbers().length === 2);
    await first.stop();
    await write(3, 4);

    const second = await consumerUnderTest(() => RETURNED, {}, { file });
    await until(() => second.numbers().length >= 2);

    expect(second.numbers()).toEqual([3, 4]);
  });

  it('sends the records of a failed batch again after a restart', async () => {
    const file = join(folder, `${TableName}.json`);
    await write(1, 2);
    const first = await consumerUnderTest(
      () => CRASHED,
      { bisects: false, retries: Number.POSITIVE_INFINITY },
      { file },
    );
    await until(() => first.batches.length > 0);
    await first.stop();

    const second = await consumerUnderTest(() => RETURNED, {}, { file });
    await until(() => second.numbers().length >= 2);

    expect(second.numbers()).toEqual([1, 2]);
  });

  it('stops while the function hangs', async () => {
    await write(1);
    const { batches, stop } = await consumerUnderTest(() => new Promise<Invocation>(() => {}));
    await until(() => batches.length > 0);

    await expect(stop()).resolves.toBeUndefined();
  });

  it('continues from the first failed record', async () => {
    await write(1, 2, 3, 4);
    let calls = 0;
    const { batches } = await consumerUnderTest(
      (records) => {
        calls += 1;
        return calls === 1 ? failing(...records.filter((r) => numberOf(r) === 3).map(sequenceOf)) : RETURNED;
      },
      { bisects: false },
    );

    await until(() => batches.length >= 2);

    expect(batches.map((batch) => batch.map(numberOf))).toEqual([
      [1, 2, 3, 4],
      [3, 4],
    ]);
  });

  it.each([0, 2])(
    'halves a batch until it contains only the invalid record, with %d retries, and discards only that record',
    async (retries) => {
      const done: number[] = [];
      await write(1, 2, 3, 4, 5, 6, 7);
      const { batches, logs } = await consumerUnderTest(
        (records) => {
          if (records.some((record) => numberOf(record) === 5)) return CRASHED;
          done.push(...records.map(numberOf));
          return RETURNED;
        },
        { retries },
      );

      await write(8);
      await until(() => done.includes(8));

      expect(done).toEqual([1, 2, 3, 4, 6, 7, 8]);
      const alone = batches.filter((batch) => batch.length === 1 && batch.map(numberOf).includes(5));
      expect(alone).toHaveLength(retries + 1);
      const sequence = alone[0]?.map(sequenceOf)[0];
      const Messages = await sqs.receive('gone');
      expect(Messages.map(({ Body }) => JSON.parse(Body ?? ''))).toMatchObject([
        {
          requestContext: { functionArn: 'arn:work', condition: 'RetryAttemptsExhausted' },
          DDBStreamBatchInfo: {
            startSequenceNumber: sequence,
            endSequenceNumber: sequence,
            batchSize: 1,
            streamArn: 'arn:of-the-template',
          },
        },
      ]);
      expect(logs).toEqual([expect.stringContaining('STREAM_RECORDS_FAILED')]);
    },
  );
});
