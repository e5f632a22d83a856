import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { readStrategyItem, strategyAccount } from './dynamodb-strategy-item.ts';
import { type StrategyStore, UNSET_STRATEGY } from './strategy-store.ts';

/** A query for the versions of an account, the current one first. */
export const newestFirst = (TableName: string, account: string) => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'account = :account',
  ExpressionAttributeValues: { ':account': account },
  ScanIndexForward: false,
});

/** The part of the StrategyStore that pricing needs; its only IAM permission is `Query`. */
export function createDynamoDbCurrentStrategy(
  client: DynamoDBDocumentClient,
  TableName: string,
): Pick<StrategyStore, 'current'> {
  return {
    current: async (orgId, mode) => {
      const query = new QueryCommand({ ...newestFirst(TableName, strategyAccount(orgId, mode)), Limit: 1 });
      const [item] = (await client.send(query)).Items ?? [];
      return item === undefined ? UNSET_STRATEGY : readStrategyItem(item);
    },
  };
}
