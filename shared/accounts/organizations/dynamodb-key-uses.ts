import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { apiKeyKey } from './dynamodb-organization-items.ts';
import type { KeyUses } from './key-uses.ts';

/** Writes only the attribute `lastUsedOn` of the record of a key. A deleted key is not created again. */
export const createDynamoDbKeyUses = (client: DynamoDBDocumentClient, TableName: string): KeyUses => ({
  async record(hash, day) {
    // It returns no attributes, since its right covers only the named ones.
    const update = new UpdateCommand({
      TableName,
      Key: apiKeyKey(hash),
      UpdateExpression: 'SET lastUsedOn = :day',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lastUsedOn) OR lastUsedOn < :day)',
      ExpressionAttributeValues: { ':day': day },
    });
    try {
      await client.send(update);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  },
});
