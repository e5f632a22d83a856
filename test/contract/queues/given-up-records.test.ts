import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { createAwsGivenUp } from '../../../bin/freight/aws-given-up.ts';
import { callJsonService } from '../../../shared/aws/json-service.ts';
import { localTable, type Table } from '../quotes/quotes-under-test.ts';

const credentials = async () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
const description = v.object({
  StreamDescription: v.object({ Shards: v.array(v.object({ ShardId: v.string() })) }),
});
const iterator = v.object({ ShardIterator: v.string() });
const page = v.object({
  Records: v.array(v.object({ dynamodb: v.object({ SequenceNumber: v.string() }) })),
});
const sequence = v.looseObject({ dynamodb: v.looseObject({ SequenceNumber: v.string() }) });

let table: Table;
let endpoint: string;
let streamArn: string;
/** The first shard that has several records, and their numbers in their order. */
let shardId: string;
let numbers: readonly string[];

async function streams<Schema extends v.GenericSchema>(
  operation: string,
  body: Readonly<Record<string, unknown>>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const target = `DynamoDBStreams_20120810.${operation}`;
  const service = { service: 'dynamodb', region: 'us-east-1', credentials, endpoint, timeoutMs: 30_000 };
  const answer = await callJsonService({ ...service, target, body });
  if (!answer.ok) throw new Error(answer.reason);
  return v.parse(schema, answer.body);
}

beforeAll(async () => {
  table = await localTable();
  const { client, TableName } = table;
  const { hostname, port } = (await client.config.endpoint?.()) ?? { hostname: '', port: 0 };
  endpoint = `http://${hostname}:${port}`;
  for (let each = 0; each < 12; each++) {
    await client.send(new PutCommand({ TableName, Item: { pk: `org_a#live#Q-${each}`, sk: 'quote' } }));
  }
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName }));
  streamArn = described?.LatestStreamArn ?? '';
  const { StreamDescription } = await streams('DescribeStream', { StreamArn: streamArn }, description);
  for (const { ShardId } of StreamDescription.Shards) {
    const from = { StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await streams('GetShardIterator', from, iterator);
    const { Records } = await streams('GetRecords', { ShardIterator }, page);
    shardId = ShardId;
    numbers = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    if (numbers.length >= 3) break;
  }
}, 180_000);
afterAll(() => table.stop());

describe('records that a stream was given up at', () => {
  const work = () =>
    createAwsGivenUp({
      environment: 'emulator',
      sqs: {},
      lambda: async () => ({ region: 'us-east-1', credentials, endpoint }),
    }).work;
  const batch = (first: string, last: string) =>
    ({ kind: 'records', functionArn: 'publish', streamArn, shardId, first, last }) as const;
  const numbersOf = (records: readonly unknown[] | undefined) =>
    records?.map((record) => v.parse(sequence, record).dynamodb.SequenceNumber);

  it('are those from the first to the last, as Lambda would hand them over', async () => {
    const [first = '', second = '', third = ''] = numbers;

    expect(numbers.length).toBeGreaterThanOrEqual(3);
    expect(numbersOf(await work().recordsOf(batch(first, first)))).toEqual([first]);
    expect(numbersOf(await work().recordsOf(batch(second, third)))).toEqual([second, third]);
    await expect(work().recordsOf(batch(first, first))).resolves.toMatchObject([
      {
        eventName: 'INSERT',
        eventSource: 'aws:dynamodb',
        eventSourceARN: streamArn,
        dynamodb: { Keys: { sk: { S: 'quote' } }, NewImage: { sk: { S: 'quote' } } },
      },
    ]);
  });

  it('are none where the last of them is not found: a part would lose the rest', async () => {
    const [first = ''] = numbers;
    const beyond = String(BigInt(numbers.at(-1) ?? '0') + 1_000n);

    await expect(work().recordsOf(batch(first, beyond))).resolves.toEqual([]);
  }, 60_000);

  it('are said to be gone where the stream has them no more, or is gone itself', async () => {
    const [first = ''] = numbers;
    const gone = {
      ...batch(first, first),
      streamArn: streamArn.replace(/[^/]+$/, '2020-01-01T00:00:00.000'),
    };

    await expect(work().recordsOf(gone)).resolves.toBeUndefined();
  });
});
