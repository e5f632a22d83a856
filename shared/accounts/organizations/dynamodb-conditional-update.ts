import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';

export type ConditionalUpdate =
  | { readonly applied: true }
  /** `found`: the item that did not meet the condition, as the engine writes it; undefined when there is none. */
  | { readonly applied: false; readonly found: Readonly<Record<string, AttributeValue>> | undefined };

/** An update whose unmet condition is an answer; every other failure is thrown. */
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
