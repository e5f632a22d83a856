import type { Account } from '../../platform/account/account.ts';
import type { QuoteEvent } from '../../quotes/pricing/describe-quote.ts';
import { eventIdFor } from './event-id.ts';
import type { EventName } from './event-names.ts';

/** Changes of a quote that cause an event, at most one event of each. */
export type QuoteTransition = 'created' | 'converted' | 'declined' | 'superseded' | 'expired' | 'deleted';

/** The name of the event, and the status of the quote in its object. */
export const QUOTE_TRANSITIONS = {
  created: { event: 'quote.created', status: 'pending' },
  converted: { event: 'quote.updated', status: 'converted' },
  declined: { event: 'quote.updated', status: 'declined' },
  superseded: { event: 'quote.updated', status: 'superseded' },
  expired: { event: 'quote.updated', status: 'expired' },
  deleted: { event: 'quote.deleted', status: 'deleted' },
} as const satisfies Readonly<
  Record<QuoteTransition, { readonly event: EventName; readonly status: QuoteEvent['status'] }>
>;

/**
 * The id of the event of a change: the same change always has the same id.
 * @param restoredAt when the quote was restored before this change: it can be deleted twice.
 */
export const quoteEventId = (
  { orgId, mode }: Account,
  quoteId: string,
  transition: QuoteTransition,
  restoredAt?: string,
): string =>
  eventIdFor([orgId, mode, quoteId, transition, ...(restoredAt === undefined ? [] : [restoredAt])]);
