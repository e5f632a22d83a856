import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createBatchedStatements, type Statement } from './batched-statements.ts';
import { type ConditionalWrite, putIf, type StoredItem } from './conditional-write.ts';

/** A new item of a table whose keys are the texts `pk` and `sk`. */
export interface Insert {
  readonly TableName: string;
  readonly Item: StoredItem & { readonly pk: string; readonly sk: string };
}

/** Puts an item unless there is one with its key. `found` is the other item. */
export const putNew = (
  client: DynamoDBDocumentClient,
  { TableName, Item }: Insert,
): Promise<ConditionalWrite> =>
  putIf(client, { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });

/** Writes an insert as a PartiQL statement, which fails if there is an item with its key. */
export function insertStatement({ TableName, Item }: Insert): Statement {
  const attributes = Object.entries(Item).filter(([, value]) => value !== undefined);
  return {
    Statement: `INSERT INTO "${TableName}" VALUE {${attributes.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: attributes.map(([, value]) => value),
  };
}

/** Creates a function like `putNew`: concurrent inserts of different items share a request. */
export const createBatchedInsert = (
  client: DynamoDBDocumentClient,
): ((input: Insert) => Promise<ConditionalWrite>) =>
  createBatchedStatements<Insert>(client, {
    keyOf: ({ Item }) => JSON.stringify([Item.pk, Item.sk]),
    statementOf: insertStatement,
    returnsItem: () => false,
    alone: (input) => putNew(client, input),
  });
