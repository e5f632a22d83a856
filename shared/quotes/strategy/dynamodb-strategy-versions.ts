import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { readStrategyItem, strategyAccount } from './dynamodb-strategy-item.ts';
import { type StrategyStore, UNSET_STRATEGY } from './strategy-store.ts';

/** Versions by their numbers in DynamoDB. IAM permission: `GetItem`. */
export const createDynamoDbStrategyVersions = (
  client: DynamoDBDocumentClient,
  TableName: string,
): Pick<StrategyStore, 'version'> => ({
  version: async (orgId, mode, version) => {
    if (version === 0) return UNSET_STRATEGY;
    const Key = { account: strategyAccount(orgId, mode), version };
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : readStrategyItem(Item);
  },
});
