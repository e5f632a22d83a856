import { setTimeout as wait } from 'node:timers/promises';
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type Author, auditEvent } from '../../accounts/audit/audit-event.ts';
import type { AuditWriter } from '../../accounts/audit/dynamodb-audit-log.ts';
import type { Account } from '../../platform/account/account.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { createDynamoDbCurrentStrategy, newestFirst } from './dynamodb-current-strategy.ts';
import { readStrategyItem, strategyAccount, toStrategyItem } from './dynamodb-strategy-item.ts';
import { createDynamoDbStrategyPages } from './dynamodb-strategy-pages.ts';
import { createDynamoDbStrategyVersions } from './dynamodb-strategy-versions.ts';
import { nextVersion } from './next-version.ts';
import type { StrategyStore, StrategyVersion } from './strategy-store.ts';

/** With up to this many concurrent writers, each one succeeds. */
const MAX_ATTEMPTS = 12;
const MAX_WAIT_MS = 200;

export interface DynamoDbStrategies {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  readonly audit: AuditWriter;
}

/**
 * Strategies in DynamoDB: one item per version, written once; the highest number is the current version. IAM permissions:
 * `Query` for the current version and the history, `GetItem` for a version by its number, `PutItem` to replace.
 */
export function createDynamoDbStrategyStore({ client, TableName, audit }: DynamoDbStrategies): StrategyStore {
  const { current } = createDynamoDbCurrentStrategy(client, TableName);

  /** Adds a version and its audit event, unless the number exists. */
  const add = async (account: Account, strategy: StrategyVersion, author: Author): Promise<boolean> => {
    const change = {
      action: 'pricing_strategy.replaced',
      target: { type: 'pricing_strategy', id: String(strategy.version) },
    } as const;
    const unmet = await transactWrite(client, [
      {
        Put: {
          TableName,
          Item: toStrategyItem(strategyAccount(account.orgId, account.mode), strategy),
          ConditionExpression: 'attribute_not_exists(account)',
        },
      },
      audit.record(account, auditEvent(change, author, new Date(strategy.updatedAt))),
    ]);
    return unmet.length === 0;
  };

  return {
    current,

    ...createDynamoDbStrategyVersions(client, TableName),

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

    ...createDynamoDbStrategyPages(client, TableName),

    replace: async (orgId, mode, replacement) => {
      for (let attempt = 1; ; attempt++) {
        const before = await current(orgId, mode);
        const next = nextVersion(before, replacement);
        if (next.outcome !== 'next') return next;
        const { strategy } = next;
        if (await add({ orgId, mode }, strategy, replacement.author))
          return { outcome: 'replaced', strategy };
        if (attempt === MAX_ATTEMPTS) {
          return { outcome: 'changed-meanwhile', currentVersion: strategy.version };
        }
        await wait(MAX_WAIT_MS * Math.random());
      }
    },
  };
}
