import type { KeyedAnswer, KeyedCall } from '../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../shared/platform/account/account.ts';
import type { QuoteId } from '../../shared/quotes/record/quote-id.ts';
import type { ShareLink, ShareLinks } from '../../shared/quotes/sharing/share-links.ts';

interface Answers {
  has(call: KeyedCall): unknown;
  remember(answer: KeyedAnswer): void;
}

/** Share links in a map, with the same contract as in DynamoDB. */
export function createInMemoryShareLinks(
  hasQuote: (account: Account, quoteId: QuoteId) => boolean,
  answers: Answers,
): ShareLinks {
  const links = new Map<string, ShareLink>();
  const nameOf = ({ orgId, mode }: Account, quoteId: QuoteId) => `${orgId} ${mode} ${quoteId}`;
  return {
    async replace(account, quoteId, link, answer) {
      if (answer !== undefined && answers.has(answer.call) !== undefined) return 'answered';
      if (!hasQuote(account, quoteId)) return 'no-quote';
      links.set(nameOf(account, quoteId), { ...link, views: 0 });
      if (answer !== undefined) answers.remember(answer);
      return 'replaced';
    },
    async read(account, quoteId) {
      if (!hasQuote(account, quoteId)) return 'no-quote';
      return links.get(nameOf(account, quoteId)) ?? 'no-link';
    },
    async revoke(account, quoteId) {
      if (links.delete(nameOf(account, quoteId))) return 'revoked';
      return hasQuote(account, quoteId) ? 'no-link' : 'no-quote';
    },
    async countView(account, quoteId, tokenHash, at) {
      const link = links.get(nameOf(account, quoteId));
      if (link?.tokenHash !== tokenHash || link.expiresAt <= at.toISOString()) return false;
      links.set(nameOf(account, quoteId), { ...link, views: link.views + 1, lastViewedAt: at.toISOString() });
      return true;
    },
  };
}
