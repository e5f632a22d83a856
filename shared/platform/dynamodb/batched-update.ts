import {
  BatchExecuteStatementCommand,
  type DynamoDBDocumentClient,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { gatherCalls } from '../concurrency/gather-calls.ts';
import { type ConditionalWrite, type StoredItem, updateIf } from './conditional-write.ts';
import { isRejected } from './transact-group.ts';
import { updateStatement } from './update-statement.ts';

type Update = UpdateCommandInput & { readonly ConditionExpression: string };

/** Of at most 25: if each statement has to wait, the request still ends before its time-out. */
const MAX_STATEMENTS = 10;

/**
 * Creates a function like `updateIf` that makes concurrent updates of different items in one request. Each update keeps
 * its own condition and result. An update that did not succeed in the batch is made alone: this returns the item that did
 * not meet the condition, and retries conflicts.
 */
export function createBatchedUpdate(
  client: DynamoDBDocumentClient,
): (input: Update) => Promise<ConditionalWrite> {
  const alone = (input: Update) => updateIf(client, input);

  return gatherCalls<Update, ConditionalWrite>({
    most: MAX_STATEMENTS,
    // DynamoDB rejects a batch with two statements for one item.
    keyOf: ({ Key }) => JSON.stringify(Key),
    run: async (inputs) => {
      if (inputs.length === 1) return inputs.map(alone);
      const Statements = inputs.map((input) => ({
        ...updateStatement(input),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }));
      const Responses = await client.send(new BatchExecuteStatementCommand({ Statements })).then(
        (answer) => answer.Responses ?? [],
        (error: unknown) => {
          // One invalid statement must not fail the others.
          if (isRejected(error)) return [];
          throw error;
        },
      );
      return inputs.map((input, position) => {
        const { Error: failed, Item } = Responses[position] ?? { Error: {} };
        const found: StoredItem | undefined = failed?.Item;
        if (failed === undefined && (Item !== undefined || input.ReturnValues === undefined)) {
          return { applied: true, attributes: Item };
        }
        if (failed?.Code === 'ConditionalCheckFailed' && found !== undefined)
          return { applied: false, found };
        return alone(input);
      });
    },
  });
}
