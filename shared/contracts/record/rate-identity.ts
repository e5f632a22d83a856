import { createHash } from 'node:crypto';
import { customerKey } from '../../customers/customer-names.ts';
import type { ContractTerms } from '../rate/contract-rate.ts';

const hash = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The identity of a rate by its customer and external id; undefined if it has no external id. */
export const externalIdentity = ({
  customer,
  externalId,
}: Pick<ContractTerms, 'customer' | 'externalId'>): string | undefined =>
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
