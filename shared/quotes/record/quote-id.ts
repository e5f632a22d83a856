import {
  createSortableIds,
  firstSortableIdAt,
  SORTABLE_DIGITS,
  sortableIdTime,
} from '../../platform/ids/sortable-id.ts';

declare const checked: unique symbol;

/** `Q-` and 27 digits: sorts by the moment it was made, and nobody can guess another one from it. */
export type QuoteId = string & { readonly [checked]: true };

const PREFIX = 'Q-';
const FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Makes ids of quotes, each sorting after the one before. */
export function createQuoteIds(): (now: Date) => QuoteId {
  return createSortableIds(PREFIX) as (now: Date) => QuoteId;
}

/** The id that a text is; undefined for every other text, and for what is no text. */
export function parseQuoteId(text: unknown): QuoteId | undefined {
  return typeof text === 'string' && FORM.test(text) ? (text as QuoteId) : undefined;
}

/** When the quote was made, to the millisecond. */
export const quoteCreatedAt = (id: QuoteId): Date => new Date(sortableIdTime(PREFIX, id));

/** A text that sorts before every id of a moment (ms since 1970) and later ones, and after all earlier ones. */
export const firstIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);
