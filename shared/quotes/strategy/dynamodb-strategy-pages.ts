import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { newestFirst } from './dynamodb-current-strategy.ts';
import { readStrategyItem, strategyAccount } from './dynamodb-strategy-item.ts';
import type { StrategyStore, StrategyVersion } from './strategy-store.ts';

/** Pages of the versions in DynamoDB. IAM permission: `Query`. */
export const createDynamoDbStrategyPages = (
  client: DynamoDBDocumentClient,
  TableName: string,
): Pick<StrategyStore, 'page'> => ({
  page: async (orgId, mode, limit, before) => {
    if (before !== undefined && before <= 1) return [];
    const newest = newestFirst(TableName, strategyAccount(orgId, mode));
    const below = before !== undefined && {
      KeyConditionExpression: `${newest.KeyConditionExpression} AND version < :before`,
      ExpressionAttributeValues: { ...newest.ExpressionAttributeValues, ':before': before },
    };
    const versions: StrategyVersion[] = [];
    // One query reads at most 1 MB, which may be fewer versions than the limit.
    for await (const { Items = [] } of paginateQuery({ client }, { ...newest, ...below, Limit: limit })) {
      versions.push(...Items.map(readStrategyItem));
      if (versions.length >= limit) break;
    }
    return versions.slice(0, limit);
  },
});
