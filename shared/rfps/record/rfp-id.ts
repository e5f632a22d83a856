import {
  createSortableIds,
  firstSortableIdAt,
  SORTABLE_DIGITS,
  sortableIdTime,
} from '../../platform/ids/sortable-id.ts';

declare const checked: unique symbol;

/** `R-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type RfpId = string & { readonly [checked]: true };

export const RFP_ID_PREFIX = 'R-';
const FORM = new RegExp(`^${RFP_ID_PREFIX}${SORTABLE_DIGITS}$`);

/** Creates a generator of RFP ids; each id sorts after the previous one. */
export function createRfpIds(): (now: Date) => RfpId {
  return createSortableIds(RFP_ID_PREFIX) as (now: Date) => RfpId;
}

/** Parses an RFP id; undefined if the value is not one. */
export function parseRfpId(text: unknown): RfpId | undefined {
  return typeof text === 'string' && FORM.test(text) ? (text as RfpId) : undefined;
}

/** The creation time of an RFP. */
export const rfpCreatedAt = (id: RfpId): Date => new Date(sortableIdTime(RFP_ID_PREFIX, id));

/** Lower bound of the ids created at or after a moment (ms since 1970); it sorts after all earlier ids. */
export const firstRfpIdAt = (ms: number): string => firstSortableIdAt(RFP_ID_PREFIX, ms);
