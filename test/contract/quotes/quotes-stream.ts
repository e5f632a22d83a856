import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { lambdaRecord } from '../../../lib/local/events/stream-record.ts';

/** Reads a table's stream in DynamoDB Local from its beginning, with records as Lambda passes them to a function. */
export function streamReader(endpoint: string, TableName: string) {
  const client = new DynamoDBStreamsClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  const readShard = async (StreamArn: string, ShardId: string): Promise<DynamoDBRecord[]> => {
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    const records: DynamoDBRecord[] = [];
    for (let next = ShardIterator; next !== undefined; ) {
      const { Records = [], NextShardIterator } = await client.send(
        new GetRecordsCommand({ ShardIterator: next }),
      );
      records.push(...Records.map((record) => lambdaRecord(record, StreamArn) as DynamoDBRecord));
      // An open shard always has another page: an empty page means that all records are read.
      next = Records.length === 0 ? undefined : NextShardIterator;
    }
    return records;
  };

  return async (): Promise<DynamoDBRecord[]> => {
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName }));
    const records: DynamoDBRecord[] = [];
    for (const { StreamArn = '' } of Streams) {
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
      for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
        records.push(...(await readShard(StreamArn, ShardId)));
      }
    }
    return records;
  };
}
