import { createSortableIds, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';

declare const checked: unique symbol;

/** `C-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type ContractRateId = string & { readonly [checked]: true };

const PREFIX = 'C-';
const FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Creates a generator of ids of contract rates; each id sorts after the previous one. */
export const createContractRateIds = (): ((now: Date) => ContractRateId) =>
  createSortableIds(PREFIX) as (now: Date) => ContractRateId;

/** Parses an id of a contract rate; undefined if the value is not one. */
export const parseContractRateId = (text: unknown): ContractRateId | undefined =>
  typeof text === 'string' && FORM.test(text) ? (text as ContractRateId) : undefined;
