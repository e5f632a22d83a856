import { describe, expect, it } from 'vitest';
import { rightsUsed, searchRightUsed } from '../../../../lib/local/lambda/rights-used.ts';

const DYNAMODB = 'DynamoDB_20120810';
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders';

describe('the rights that an AWS call requires', () => {
  it('are one action on the table, with the kind of item that the partition key names', () => {
    const Key = { pk: { S: 'ORG#one' } };
    expect(rightsUsed(`${DYNAMODB}.GetItem`, { TableName: 'orders', Key })).toEqual([
      { action: 'dynamodb:GetItem', resource: TABLE, leadingKey: 'ORG#' },
    ]);
    expect(rightsUsed(`${DYNAMODB}.PutItem`, { TableName: 'orders', Item: { pk: { S: 'plain' } } })).toEqual([
      { action: 'dynamodb:PutItem', resource: TABLE, leadingKey: 'plain' },
    ]);
    expect(rightsUsed(`${DYNAMODB}.PutItem`, { TableName: 'orders', Item: { pk: { S: 'A1-2' } } })).toEqual([
      { action: 'dynamodb:PutItem', resource: TABLE },
    ]);
    const quote = { pk: { S: 'org_1#test#Q-1M82' } };
    expect(rightsUsed(`${DYNAMODB}.GetItem`, { TableName: 'orders', Key: quote })).toEqual([
      { action: 'dynamodb:GetItem', resource: TABLE, leadingKey: '#Q-' },
    ]);
  });

  it('are on the index if a query names one, and otherwise on the table', () => {
    const query = {
      TableName: 'orders',
      KeyConditionExpression: '#p = :p AND sk > :s',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':s': { S: 'KEY#1' }, ':p': { S: 'ORG#one#live' } },
    };
    expect(rightsUsed(`${DYNAMODB}.Query`, query)).toEqual([
      { action: 'dynamodb:Query', resource: TABLE, leadingKey: 'ORG#' },
    ]);
    expect(rightsUsed(`${DYNAMODB}.Query`, { ...query, IndexName: 'by-day' })).toEqual([
      { action: 'dynamodb:Query', resource: `${TABLE}/index/by-day` },
    ]);
  });

  it('are those of each statement of a batch', () => {
    const statements = ['SELECT * FROM "orders" WHERE pk = ?', 'UPDATE "orders" SET a = ? WHERE pk = ?'];
    expect(
      rightsUsed(`${DYNAMODB}.BatchExecuteStatement`, {
        Statements: statements.map((Statement) => ({ Statement })),
      }),
    ).toEqual([
      { action: 'dynamodb:PartiQLSelect', resource: TABLE },
      { action: 'dynamodb:PartiQLUpdate', resource: TABLE },
    ]);
  });

  it('are those of each item of a transaction', () => {
    const TableName = 'orders';
    const TransactItems = ['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind) => ({
      [kind]: { TableName },
    }));
    expect(
      rightsUsed(`${DYNAMODB}.TransactWriteItems`, { TransactItems }).map(({ action }) => action),
    ).toEqual([
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ]);
    expect(rightsUsed(`${DYNAMODB}.TransactGetItems`, { TransactItems: [{ Get: { TableName } }] })).toEqual([
      { action: 'dynamodb:GetItem', resource: TABLE },
    ]);
  });

  it('are those of each table and key of a batch', () => {
    const RequestItems = {
      orders: { Keys: [{ pk: { S: 'ORG#1' } }, { pk: { S: 'KEY#1' } }] },
      usage: { Keys: [{ account: { S: 'one#live' } }] },
    };
    expect(rightsUsed(`${DYNAMODB}.BatchGetItem`, { RequestItems })).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: TABLE, leadingKey: 'ORG#' },
      { action: 'dynamodb:BatchGetItem', resource: TABLE, leadingKey: 'KEY#' },
      { action: 'dynamodb:BatchGetItem', resource: TABLE.replace('orders', 'usage') },
    ]);
  });

  it('are those of SendMessage for a message batch, of a parameter and of a KMS key', () => {
    const QueueUrl = 'https://sqs.us-east-1.amazonaws.com/000000000000/events';
    expect(rightsUsed('AmazonSQS.SendMessageBatch', { QueueUrl })).toEqual([
      { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:us-east-1:000000000000:events' },
    ]);
    expect(rightsUsed('AmazonSSM.GetParameter', { Name: '/freight/local/secret' })).toEqual([
      {
        action: 'ssm:GetParameter',
        resource: 'arn:aws:ssm:us-east-1:000000000000:parameter/freight/local/secret',
      },
    ]);
    expect(rightsUsed('TrentService.Decrypt', { KeyId: 'arn:aws:kms:::key/1' })).toEqual([
      { action: 'kms:Decrypt', resource: 'arn:aws:kms:::key/1' },
    ]);
  });

  it('are the method and the path of a request to the search domain', () => {
    expect(searchRightUsed('POST', '/orders-000001/_refresh')).toEqual({
      action: 'es:ESHttpPost',
      resource: 'arn:aws:es:us-east-1:000000000000:domain/local/orders-000001/_refresh',
    });
  });

  it('have an unknown resource if the service is unknown', () => {
    expect(rightsUsed('Kinesis_20131202.PutRecord', {})).toEqual([
      { action: 'Kinesis_20131202.PutRecord', resource: 'unknown' },
    ]);
  });
});
