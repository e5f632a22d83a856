import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { createAwsFailedEvents } from '../../../../bin/freight/connection/failed-events.ts';
import { localTable, type Table } from '../../quotes/quotes-under-test.ts';

const sequence = v.looseObject({ dynamodb: v.looseObject({ SequenceNumber: v.string() }) });

/** Lambda encodes them in base64. */
const BYTES = Uint8Array.of(1, 2, 3);

let table: Table;
let endpoint: string;
let streamArn: string;
/** The first shard with several records, and their sequence numbers in order. */
let shardId: string;
let numbers: readonly string[];

const settings = () => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

beforeAll(async () => {
  table = await localTable();
  const { client, TableName } = table;
  const { hostname, port } = (await client.config.endpoint?.()) ?? { hostname: '', port: 0 };
  endpoint = `http://${hostname}:${port}`;
  for (let each = 0; each < 12; each++) {
    await client.send(
      new PutCommand({ TableName, Item: { pk: `org_a#live#Q-${each}`, sk: 'quote', packed: BYTES } }),
    );
  }
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName }));
  streamArn = described?.LatestStreamArn ?? '';
  const streams = new DynamoDBStreamsClient(settings());
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
    shardId = ShardId;
    numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
    if (numbers.length >= 3) break;
  }
  streams.destroy();
});
afterAll(() => table.stop());

describe('stream records of a failed event', () => {
  const replay = () =>
    createAwsFailedEvents('emulator', {}, { sqs: {}, lambda: {}, streams: settings() }).replay;
  const batch = (first: string, last: string) =>
    ({ kind: 'records', functionArn: 'publish', streamArn, shardId, first, last }) as const;
  const numbersOf = (records: readonly unknown[] | undefined) =>
    records?.map((record) => v.parse(sequence, record).dynamodb.SequenceNumber);

  it("are those from the first to the last, in Lambda's format", async () => {
    const [first = '', second = '', third = ''] = numbers;

    expect(numbers.length).toBeGreaterThanOrEqual(3);
    expect(numbersOf(await replay().recordsOf(batch(first, first)))).toEqual([first]);
    expect(numbersOf(await replay().recordsOf(batch(second, third)))).toEqual([second, third]);
    await expect(replay().recordsOf(batch(first, first))).resolves.toMatchObject([
      {
        eventName: 'INSERT',
        eventSource: 'aws:dynamodb',
        eventSourceARN: streamArn,
        dynamodb: { Keys: { sk: { S: 'quote' } }, NewImage: { sk: { S: 'quote' }, packed: { B: 'AQID' } } },
      },
    ]);
  });

  it('are empty if the last of them is not found, because a part would lose the rest', async () => {
    const [first = ''] = numbers;
    const beyond = String(BigInt(numbers.at(-1) ?? '0') + 1_000n);

    await expect(replay().recordsOf(batch(first, beyond))).resolves.toEqual([]);
  });

  it('are reported as missing if the stream no longer has them or does not exist', async () => {
    const [first = ''] = numbers;
    const gone = {
      ...batch(first, first),
      streamArn: streamArn.replace(/[^/]+$/, '2020-01-01T00:00:00.000'),
    };

    await expect(replay().recordsOf(gone)).resolves.toBeUndefined();
  });
});
