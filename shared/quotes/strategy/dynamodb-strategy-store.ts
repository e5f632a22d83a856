import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { putIf } from '../../platform/dynamodb/conditional-write.ts';
import { createDynamoDbCurrentStrategy, newestFirst } from './dynamodb-current-strategy.ts';
import { readStrategyItem, strategyAccount, toStrategyItem } from './dynamodb-strategy-item.ts';
import { nextVersion } from './next-version.ts';
import { type StrategyStore, type StrategyVersion, UNSET_STRATEGY } from './strategy-store.ts';

/** With up to this many concurrent writers, each one succeeds. */
const MAX_ATTEMPTS = 12;
const MAX_WAIT_MS = 200;

/**
 * Strategies in DynamoDB: one item per version, written once; the highest number is the current version. IAM permissions:
 * `Query` for the current version and the history, `GetItem` for a version by its number, `PutItem` to replace.
 */
export function createDynamoDbStrategyStore(
  client: DynamoDBDocumentClient,
  TableName: string,
): StrategyStore {
  const { current } = createDynamoDbCurrentStrategy(client, TableName);

  /** Adds a version unless its number exists. If the SDK repeats an applied write, `writeId` identifies it as applied. */
  const add = async (account: string, strategy: StrategyVersion): Promise<boolean> => {
    const writeId = randomUUID();
    const put = await putIf(client, {
      TableName,
      Item: toStrategyItem(account, strategy, writeId),
      ConditionExpression: 'attribute_not_exists(account)',
    });
    return put.applied || put.found?.writeId === writeId;
  };

  return {
    current,

    version: async (orgId, mode, version) => {
      if (version === 0) return UNSET_STRATEGY;
      const Key = { account: strategyAccount(orgId, mode), version };
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readStrategyItem(Item);
    },

    history: async (orgId, mode) => {
      const versions: StrategyVersion[] = [];
      for await (const { Items = [] } of paginateQuery(
        { client },
        newestFirst(TableName, strategyAccount(orgId, mode)),
      )) {
        versions.push(...Items.map(readStrategyItem));
      }
      return versions;
    },

    replace: async (orgId, mode, replacement) => {
      for (let attempt = 1; ; attempt++) {
        const before = await current(orgId, mode);
        const next = nextVersion(before, replacement);
        if (next.outcome !== 'next') return next;
        const { strategy } = next;
        if (await add(strategyAccount(orgId, mode), strategy)) return { outcome: 'replaced', strategy };
        if (attempt === MAX_ATTEMPTS) {
          return { outcome: 'changed-meanwhile', currentVersion: strategy.version };
        }
        await wait(MAX_WAIT_MS * Math.random());
      }
    },
  };
}
