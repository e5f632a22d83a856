import type { Account } from '../../platform/account/account.ts';
import { gatherCalls } from '../../platform/concurrency/gather-calls.ts';
import type { WebhookReader } from './dynamodb-webhooks.ts';
import type { Webhook } from './webhook.ts';

/** Concurrent calls that share reads. */
const MAX_CALLS = 100;

/** Concurrent calls for one account share one read. It starts after all of them, so it is as recent as a read of their own. */
export function shareWebhookLists({ list }: Pick<WebhookReader, 'list'>): Pick<WebhookReader, 'list'> {
  const shared = gatherCalls<Account, readonly Webhook[]>({
    most: MAX_CALLS,
    run: async (accounts) => {
      const reads = new Map<string, ReturnType<typeof list>>();
      return accounts.map((account) => {
        const key = JSON.stringify([account.orgId, account.mode]);
        const read = reads.get(key) ?? list(account);
        reads.set(key, read);
        return read;
      });
    },
  });
  return { list: shared };
}
