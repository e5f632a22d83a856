import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';

export type ConditionalUpdate =
  | { readonly applied: true }
  /** `found`: the item that did not meet the condition; undefined if there is no item. */
  | { readonly applied: false; readonly found: Readonly<Record<string, AttributeValue>> | undefined };

/** Runs a conditional update. Returns an unmet condition as a result and throws every other error. */
export async function updateIf(
  client: DynamoDBDocumentClient,
  input: UpdateCommandInput & { readonly ConditionExpression: string },
): Promise<ConditionalUpdate> {
  try {
    await client.send(new UpdateCommand({ ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
    return { applied: true };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { applied: false, found: error.Item };
  }
}
