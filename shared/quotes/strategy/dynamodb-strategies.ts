import { type DynamoDBDocumentClient, GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { KeyMode } from '../../platform/account/account.ts';
import { type StrategyVersion, strategyItem, UNSET_STRATEGY } from './pricing-strategy.ts';

/** Partition of all versions of one organization and mode; the sort key is the version, a number. */
export const strategyAccount = (orgId: string, mode: KeyMode): string => `${orgId}#${mode}`;

/** @throws ValiError if the item is invalid, so that it cannot affect a price. */
const readStrategyItem = (item: unknown): StrategyVersion => v.parse(strategyItem, item);

const newestFirst = (TableName: string, account: string) => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'account = :account',
  ExpressionAttributeValues: { ':account': account },
  ScanIndexForward: false,
});

export type StrategyStore = ReturnType<typeof createDynamoDbStrategies>;

/**
 * Pricing strategies of organizations, separate for test and live mode. Versions are numbered from 1 without gaps and never
 * change. Reads are strongly consistent. IAM permissions: `Query`; `GetItem` for a version by its number.
 */
export function createDynamoDbStrategies(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** The current version, in one round trip; version 0 if none was set. */
    async current(orgId: string, mode: KeyMode): Promise<StrategyVersion> {
      const query = new QueryCommand({ ...newestFirst(TableName, strategyAccount(orgId, mode)), Limit: 1 });
      const [item] = (await client.send(query)).Items ?? [];
      return item === undefined ? UNSET_STRATEGY : readStrategyItem(item);
    },

    /** A version by its number, including 0; undefined if it does not exist. */
    async version(orgId: string, mode: KeyMode, version: number): Promise<StrategyVersion | undefined> {
      if (version === 0) return UNSET_STRATEGY;
      const Key = { account: strategyAccount(orgId, mode), version };
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readStrategyItem(Item);
    },

    /** The newest versions, newest first, without 0: those below `before`, if it is given. */
    async page(
      orgId: string,
      mode: KeyMode,
      limit: number,
      before?: number,
    ): Promise<readonly StrategyVersion[]> {
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
  };
}
