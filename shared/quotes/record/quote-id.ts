import {
  createSortableIds,
  firstSortableIdAt,
  SORTABLE_DIGITS,
  sortableIdTime,
} from '../../platform/ids/sortable-id.ts';
import { type UtcDay, utcDay } from '../../platform/time/utc-day.ts';

declare const checked: unique symbol;

/** `Q-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type QuoteId = string & { readonly [checked]: true };

const PREFIX = 'Q-';
const FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Creates a generator of quote ids; each id sorts after the previous one. */
export function createQuoteIds(): (now: Date) => QuoteId {
  return createSortableIds(PREFIX) as (now: Date) => QuoteId;
}

export function parseQuoteId(text: unknown): QuoteId | undefined {
  return typeof text === 'string' && FORM.test(text) ? (text as QuoteId) : undefined;
}

export const quoteCreatedAt = (id: QuoteId): Date => new Date(sortableIdTime(PREFIX, id));

export const createdDayOf = (id: QuoteId): UtcDay => utcDay(quoteCreatedAt(id));

/** Lower bound of the ids created at or after a moment (ms since 1970); it sorts after all earlier ids. */
export const firstIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);
