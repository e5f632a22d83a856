import { describe, expect, it } from 'vitest';
import { describeAwsCall, outcomeOf } from '../../../../shared/platform/tracing/xray-segment.ts';

const call = (input: unknown, result: unknown = { $metadata: { httpStatusCode: 200, requestId: 'r-1' } }) =>
  describeAwsCall({
    clientName: 'DynamoDBClient',
    commandName: 'QueryCommand',
    region: 'eu-west-1',
    input,
    result,
  });

const failure = (name: string, httpStatusCode?: number) =>
  Object.assign(new Error('contains the key secret-key'), {
    name,
    $metadata: { httpStatusCode, attempts: 3 },
  });

describe('the document of an AWS call', () => {
  it('names service, operation, region, request and table, and nothing of the item', () => {
    const document = call({ TableName: 'quotes', Key: { pk: 'secret-key' } });
    expect(document).toEqual({
      name: 'DynamoDB',
      namespace: 'aws',
      aws: { operation: 'Query', region: 'eu-west-1', request_id: 'r-1', table_name: 'quotes' },
      http: { response: { status: 200 } },
    });
  });

  it.each([
    [{ RequestItems: { quotes: {}, usage: {} } }, { table_names: ['quotes', 'usage'] }],
    [
      {
        TransactItems: [
          { Put: { TableName: 'quotes' } },
          { Update: { TableName: 'usage' } },
          { Put: { TableName: 'quotes' } },
        ],
      },
      { table_names: ['quotes', 'usage'] },
    ],
    [{ QueueUrl: 'https://sqs/1/events', Entries: [] }, { queue_url: 'https://sqs/1/events' }],
  ])('names all tables of a batch or a transaction, and the queue', (input, expected) => {
    expect(call(input).aws).toMatchObject(expected);
  });

  it('has the state and the retries of a failed call, and not its message', () => {
    const rejected = call({ TableName: 'quotes' }, failure('ConditionalCheckFailedException', 400));
    expect(rejected).toMatchObject({
      error: true,
      aws: { retries: 2 },
      annotations: { error: 'ConditionalCheckFailedException' },
    });
    expect(call({}, failure('ThrottlingException', 400))).toMatchObject({ error: true, throttle: true });
    expect(call({}, failure('InternalServerError', 500))).toMatchObject({ fault: true });
    expect(call({}, failure('TimeoutError'))).toMatchObject({ fault: true });
    expect(JSON.stringify(rejected)).not.toContain('secret-key');
  });
});

describe('the outcome of a request', () => {
  it.each([
    [200, {}],
    [302, {}],
    [404, { error: true }],
    [429, { error: true, throttle: true }],
    [503, { fault: true }],
    [undefined, { fault: true }],
  ])('of %s', (status, expected) => {
    expect(outcomeOf(status)).toEqual(expected);
  });
});
