import { randomBytes } from 'node:crypto';
import type { DynamoDbIdempotencyStore } from '../idempotency/dynamodb-idempotency-store.ts';
import type { AccountLedger } from './account-ledger.ts';
import { createCallMarks } from './dynamodb-call-marks.ts';
import { countAnswered } from './dynamodb-count-answered.ts';
import { countOnce } from './dynamodb-count-once.ts';
import { type AccountTables, readAccountItems, usageKey } from './dynamodb-read-account.ts';

/**
 * The ledger in two DynamoDB tables. A count is one conditional update, so that no two calls can share the last one of
 * a limit; the mark it leaves in the same item makes the SDK's own retry after an applied time-out count once. With an
 * Idempotency-Key, count and answer are one transaction.
 */
export function createDynamoDbAccountLedger(
  tables: AccountTables & { readonly answers: DynamoDbIdempotencyStore },
): AccountLedger {
  const { client, usageTable, answers } = tables;
  const marks = createCallMarks(randomBytes(6).toString('base64url'));

  return {
    async read(holder, period) {
      const items = await readAccountItems(tables, holder, [period]);
      if (!items) return undefined;
      const { billing, usageLimit } = items.organization;
      const [usage = { used: 0 }] = items.usage;
      const account = { usageTable, key: usageKey(holder, period), usageLimit, used: usage.used };

      return {
        billing,
        usageLimit,
        used: usage.used,
        count: () =>
          marks.whileMarked((mark) => countOnce(client, { ...account, mark, dropped: marks.staleIn(usage) })),
        countAnswered: (answer) => countAnswered({ client, answers, account, answer }),
      };
    },
  };
}
