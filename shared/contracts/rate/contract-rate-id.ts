import { createHash } from 'node:crypto';
import { customerKey } from '../../customers/customer-names.ts';
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

const hash = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The identity of a rate by its customer and external id; undefined if it has no external id. */
export const externalIdentity = ({
  customer,
  externalId,
}: {
  readonly customer: string;
  readonly externalId: string;
}): string | undefined =>
  externalId === '' ? undefined : hash('external', customerKey(customer), externalId);

/** A call with an Idempotency-Key. */
export interface CallParts {
  readonly key: string;
  /** Of the body. */
  readonly bodyHash: string;
}

/** The identity of a rate without an external id, by its call and its index there. */
export const callIdentity = ({ key, bodyHash }: CallParts, index: number): string =>
  hash('call', key, bodyHash, index);
