import type { DynamoDBDocumentClient, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { createBatchedStatements } from './batched-statements.ts';
import { type ConditionalWrite, updateIf } from './conditional-write.ts';
import { updateStatement } from './update-statement.ts';

type Update = UpdateCommandInput & { readonly ConditionExpression: string };

/** Creates a function like `updateIf`: concurrent updates of different items share a request. */
export const createBatchedUpdate = (
  client: DynamoDBDocumentClient,
): ((input: Update) => Promise<ConditionalWrite>) =>
  createBatchedStatements<Update>(client, {
    keyOf: ({ Key }) => JSON.stringify(Key),
    statementOf: updateStatement,
    returnsItem: ({ ReturnValues }) => ReturnValues !== undefined,
    alone: (input) => updateIf(client, input),
  });
