import type { Account } from '../../shared/platform/account/account.ts';
import {
  type Decided,
  decisionOf,
  type NewQuote,
  type QuoteDecisions,
  type QuoteFilter,
  type QuoteId,
  quoteCreatedAt,
  quoteOutcome,
  quoteStatus,
  type StoredQuote,
} from '../../shared/quotes/record/stored-quote.ts';
import type { QuoteCreator } from '../../shared/quotes/store/dynamodb-quote-creation.ts';
import type { QuoteDecisionStore } from '../../shared/quotes/store/dynamodb-quote-decisions.ts';
import type { QuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import type { QuoteLists } from '../../shared/quotes/store/dynamodb-quote-list.ts';
import { plain } from './plain-name.ts';

interface StoredItem extends NewQuote {
  readonly account: string;
  /** Day of the creation. */
  readonly day: string;
  decisions: QuoteDecisions;
}

/** All operations of stored quotes. */
export interface QuoteStore extends QuoteCreator, QuoteReader, QuoteLists, QuoteDecisionStore {}

function decidedAs({ decisions: { convertedAt, supersededBy: by } }: StoredItem): Decided | undefined {
  if (convertedAt !== undefined) return { outcome: 'already-converted' };
  return by === undefined ? undefined : { outcome: 'superseded', by };
}

/** Quotes in a map. Every method scans all quotes; tests compare the DynamoDB store with it. */
export function createInMemoryQuoteStore(now: () => Date): QuoteStore {
  const kept = new Map<QuoteId, StoredItem>();
  const made = new Map<string, number>();
  const today = () => now().toISOString().slice(0, 10);
  const of = ({ orgId, mode }: Account) => `${orgId} ${mode}`;

  const statusOf = ({ expiryDay, decisions: { convertedAt } }: StoredItem, on: string) =>
    quoteStatus({ expiryDay, ...(convertedAt && { convertedAt }) }, on);
  const outcomeIn = ({ expiryDay, decisions }: StoredItem, on: string) =>
    quoteOutcome(decisionOf(decisions), expiryDay, on);

  const stored = (item: StoredItem): StoredQuote => {
    const { account: _account, day: _day, figures: _figures, decisions, ...rest } = item;
    const { laneArea: _lane, requestedArea: _requested, ...quote } = rest;
    return structuredClone({
      ...quote,
      ...decisions,
      status: statusOf(item, today()),
      outcome: outcomeIn(item, today()),
    });
  };

  const find = (account: Account, quoteId: QuoteId): StoredItem | undefined => {
    const quote = kept.get(quoteId);
    return quote?.account === of(account) ? quote : undefined;
  };

  const matches = (quote: StoredItem, filter: QuoteFilter, on: string): boolean => {
    const { status, outcome, start, end, customer, customerId, customerReference } = filter;
    return (
      (status === undefined || status === statusOf(quote, on)) &&
      (outcome === undefined || outcome === outcomeIn(quote, on)) &&
      (start === undefined || quote.day >= start) &&
      (end === undefined || quote.day <= end) &&
      (customerId === undefined || quote.summary.customerId === customerId) &&
      (customer === undefined || plain(quote.summary.customer) === plain(customer)) &&
      (customerReference === undefined || plain(quote.summary.customerReference) === plain(customerReference))
    );
  };

  return {
    create: async (account, quote, _answer, monthlyLimit = Number.POSITIVE_INFINITY) => {
      const month = `${of(account)} ${quoteCreatedAt(quote.quoteId).toISOString().slice(0, 7)}`;
      const used = made.get(month) ?? 0;
      if (used >= monthlyLimit) return { outcome: 'over-limit', used };
      const { revises, quoteId: by } = quote;
      const revised = revises && find(account, revises);
      if (revises && revised === undefined) {
        return { outcome: 'not-revisable', reason: { outcome: 'not-found' } };
      }
      if (revised !== undefined) {
        const reason = decidedAs(revised);
        if (reason !== undefined) return { outcome: 'not-revisable', reason };
        const supersededAt = quoteCreatedAt(by).toISOString();
        revised.decisions = { ...revised.decisions, supersededAt, supersededBy: by };
      }
      made.set(month, used + 1);
      const day = quoteCreatedAt(quote.quoteId).toISOString().slice(0, 10);
      kept.set(by, { ...structuredClone(quote), account: of(account), day, decisions: {} });
      return { outcome: 'created', ...(Number.isFinite(monthlyLimit) ? { used: used + 1 } : {}) };
    },
    read: async (account, quoteId) => {
      const quote = find(account, quoteId);
      return quote && stored(quote);
    },
    list: async (account, filter, limit, offset) => {
      const on = today();
      const found = [...kept.values()]
        .filter((quote) => quote.account === of(account) && matches(quote, filter, on))
        .sort((a, b) => (a.quoteId < b.quoteId ? 1 : -1));
      const rows = found.slice(offset, offset + limit).map((quote) => ({
        quoteId: quote.quoteId,
        status: statusOf(quote, on),
        outcome: outcomeIn(quote, on),
        ...(quote.decisions.convertedAt === undefined && { expiryDay: quote.expiryDay }),
        ...quote.summary,
      }));
      return { rows, totalCount: found.length };
    },
    convert: async (account, quoteId, conversion = {}) => {
      const quote = find(account, quoteId);
      if (quote === undefined) return { outcome: 'not-found' };
      const { convertedAt, declinedAt, supersededBy: by } = quote.decisions;
      if (convertedAt !== undefined) return { outcome: 'converted', quote: stored(quote) };
      if (by !== undefined) return { outcome: 'superseded', by };
      if (declinedAt !== undefined) return { outcome: 'already-declined' };
      if (statusOf(quote, today()) === 'expired') return { outcome: 'expired' };
      quote.decisions = { convertedAt: now().toISOString(), conversion };
      return { outcome: 'converted', quote: stored(quote) };
    },
    decline: async (account, quoteId, decline) => {
      const quote = find(account, quoteId);
      if (quote === undefined) return { outcome: 'not-found' };
      const decided = decidedAs(quote);
      if (decided !== undefined) return decided;
      const { decline: before } = quote.decisions;
      if (before === undefined) quote.decisions = { declinedAt: now().toISOString(), decline };
      else if (JSON.stringify(before) !== JSON.stringify(decline)) return { outcome: 'already-declined' };
      return { outcome: 'declined', quote: stored(quote) };
    },
    delete: async (account, quoteId) =>
      find(account, quoteId) !== undefined && kept.delete(quoteId) ? 'deleted' : 'not-found',
  };
}
