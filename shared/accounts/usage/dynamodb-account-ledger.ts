import { randomBytes } from 'node:crypto';
import type { DynamoDbIdempotencyStore } from '../idempotency/dynamodb-idempotency-store.ts';
import type { AccountLedger } from './account-ledger.ts';
import { countAnswered } from './dynamodb-count-answered.ts';
import { countOnce } from './dynamodb-count-once.ts';
import { createDeduplicationTokens } from './dynamodb-deduplication-tokens.ts';
import { type AccountTables, readAccountItems, usageKey } from './dynamodb-read-account.ts';

/**
 * The account ledger in two DynamoDB tables. A count is one conditional update, so that only one call can use the last
 * unit of a limit. A deduplication token in the same item makes an SDK retry of an applied update count once. With an
 * Idempotency-Key, count and answer are written in one transaction.
 */
export function createDynamoDbAccountLedger(
  tables: AccountTables & { readonly idempotencyStore: DynamoDbIdempotencyStore },
): AccountLedger {
  const { client, usageTable, idempotencyStore } = tables;
  const tokens = createDeduplicationTokens(randomBytes(6).toString('base64url'));

  return {
    async read(account, period) {
      const items = await readAccountItems(tables, account, [period]);
      if (!items) return undefined;
      const { billing, usageLimit } = items.organization;
      const [usage = { used: 0 }] = items.usage;
      const counted = { usageTable, key: usageKey(account, period), usageLimit, used: usage.used };

      return {
        billing,
        usageLimit,
        used: usage.used,
        count: () =>
          tokens.withToken((token) =>
            countOnce(client, { ...counted, token, staleTokens: tokens.staleTokensIn(usage) }),
          ),
        countAnswered: (answer) => countAnswered({ client, idempotencyStore, counted, answer }),
      };
    },
  };
}
