import { BatchExecuteStatementCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { gatherCalls } from '../concurrency/gather-calls.ts';
import type { ConditionalWrite, StoredItem } from './conditional-write.ts';
import { isRejected } from './transact-group.ts';

/** A PartiQL statement with its parameters. */
export interface Statement {
  readonly Statement: string;
  readonly Parameters: unknown[];
}

export interface BatchedStatementOptions<Input> {
  /** Text that is equal for writes of one item. */
  readonly keyOf: (input: Input) => string;
  readonly statementOf: (input: Input) => Statement;
  /** Whether the result has the item before the write. */
  readonly returnsItem: (input: Input) => boolean;
  /** Makes one write without a batch. */
  readonly alone: (input: Input) => Promise<ConditionalWrite>;
}

/** Of at most 25: if each statement has to wait, the request still ends before its time-out. */
const MAX_STATEMENTS = 10;

/**
 * Creates a function that makes concurrent conditional writes of different items in one request. Each write keeps its own
 * condition and result. A write that did not succeed in the batch is made alone: this returns the item that did not meet
 * the condition, and retries conflicts.
 */
export function createBatchedStatements<Input>(
  client: DynamoDBDocumentClient,
  { keyOf, statementOf, returnsItem, alone }: BatchedStatementOptions<Input>,
): (input: Input) => Promise<ConditionalWrite> {
  return gatherCalls<Input, ConditionalWrite>({
    most: MAX_STATEMENTS,
    // DynamoDB rejects a batch with two statements for one item.
    keyOf,
    run: async (inputs) => {
      if (inputs.length === 1) return inputs.map(alone);
      const Statements = inputs.map((input) => ({
        ...statementOf(input),
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
        if (failed === undefined && (Item !== undefined || !returnsItem(input))) {
          return { applied: true, attributes: Item };
        }
        if (failed?.Code === 'ConditionalCheckFailed' && found !== undefined)
          return { applied: false, found };
        return alone(input);
      });
    },
  });
}
