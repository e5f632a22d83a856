import type { QuoteEventItem } from '../api/client.ts';

/** What happened to the quote, in words. */
export function eventTitle({ event, status }: Pick<QuoteEventItem, 'event' | 'status'>): string {
  if (event === 'quote.created') return 'Quote made';
  if (event === 'quote.deleted') return 'Quote deleted';
  if (event !== 'quote.updated') return event;
  if (status === 'converted') return 'Quote converted';
  if (status === 'declined') return 'Quote declined';
  if (status === 'superseded') return 'Quote revised';
  return status === 'expired' ? 'Quote expired' : 'Quote changed';
}
