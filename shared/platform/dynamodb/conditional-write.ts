import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { retryConflicts } from './retry-conflicts.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

export type ConditionalWrite =
  /** `attributes`: those that `ReturnValues` requests; undefined if there are none. */
  | { readonly applied: true; readonly attributes: StoredItem | undefined }
  /** `found`: the item that did not meet the condition; undefined if there is no item. */
  | { readonly applied: false; readonly found: StoredItem | undefined };

type Conditional<Input> = Input & { readonly ConditionExpression: string };

/**
 * Updates an item on a condition. An unmet condition is a result, also if the SDK repeated an applied request whose
 * response was lost. A conflict with a transaction on the item is retried. Unless names are given, `#name` in an expression is
 * the attribute `name`.
 * @throws ContendedWriteError, or any other error of DynamoDB.
 */
export const updateIf = (
  client: DynamoDBDocumentClient,
  input: Conditional<UpdateCommandInput>,
): Promise<ConditionalWrite> =>
  writeIf(() =>
    client.send(
      new UpdateCommand(
        returningFound({ ...namesIn(`${input.UpdateExpression} ${input.ConditionExpression}`), ...input }),
      ),
    ),
  );

/** Puts an item on a condition, as `updateIf`. */
export const putIf = (
  client: DynamoDBDocumentClient,
  input: Conditional<PutCommandInput>,
): Promise<ConditionalWrite> => writeIf(() => client.send(new PutCommand(returningFound(input))));

/** Deletes an item on a condition, as `updateIf`. */
export const deleteIf = (
  client: DynamoDBDocumentClient,
  input: Conditional<DeleteCommandInput>,
): Promise<ConditionalWrite> => writeIf(() => client.send(new DeleteCommand(returningFound(input))));

/** The names of aliases in an expression: `#name` is the attribute `name`. */
export function namesIn(expression: string) {
  const aliases = [...expression.matchAll(/#(\w+)/g)];
  return aliases.length === 0
    ? {}
    : { ExpressionAttributeNames: Object.fromEntries(aliases.map(([alias, name = '']) => [alias, name])) };
}

/** DynamoDB returns the item with the error: a read after it could find a newer item, and would need a permission. */
const returningFound = <Input>(input: Input) => ({
  ...input,
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

async function writeIf(
  send: () => Promise<{ readonly Attributes?: StoredItem | undefined }>,
): Promise<ConditionalWrite> {
  try {
    const { Attributes } = await retryConflicts(send);
    return { applied: true, attributes: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { applied: false, found: error.Item && unmarshall(error.Item) };
  }
}
