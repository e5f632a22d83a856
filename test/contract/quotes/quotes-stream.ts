import type { DynamoDBRecord } from 'aws-lambda';
import { callJsonService } from '../../../shared/aws/json-service.ts';

/** Reads a table's stream from its beginning, as Lambda hands records to a function; DynamoDB Local's, by signed calls. */
export function streamReader(endpoint: string, TableName: string) {
  const call = async <Answer>(target: string, body: Record<string, unknown>): Promise<Answer> => {
    const answer = await callJsonService({
      service: 'dynamodb',
      region: 'us-east-1',
      credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
      endpoint,
      timeoutMs: 30_000,
      target: `DynamoDBStreams_20120810.${target}`,
      body,
    });
    if (!answer.ok) throw new Error(`${target}: ${answer.reason}`);
    return answer.body as Answer;
  };

  const readShard = async (StreamArn: string, ShardId: string): Promise<DynamoDBRecord[]> => {
    const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    });
    const records: DynamoDBRecord[] = [];
    for (let next: string | undefined = ShardIterator; next !== undefined; ) {
      const page: { Records: DynamoDBRecord[]; NextShardIterator?: string } = await call('GetRecords', {
        ShardIterator: next,
      });
      records.push(...page.Records);
      // An open shard has always another page: an empty one is the end of what is there.
      next = page.Records.length === 0 ? undefined : page.NextShardIterator;
    }
    return records;
  };

  return async (): Promise<DynamoDBRecord[]> => {
    const { Streams } = await call<{ Streams: { StreamArn: string }[] }>('ListStreams', { TableName });
    const records: DynamoDBRecord[] = [];
    for (const { StreamArn } of Streams) {
      const { StreamDescription } = await call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
        'DescribeStream',
        { StreamArn },
      );
      for (const { ShardId } of StreamDescription.Shards)
        records.push(...(await readShard(StreamArn, ShardId)));
    }
    return records;
  };
}
