import { isCustomer } from '../../customers/customer-names.ts';
import { type ContractRate, isEffectiveOn } from '../rate/contract-rate.ts';
import type { ContractRequest } from '../rate/contract-request.ts';
import { type Criterion, firstMatch, scopeCriteria } from './order-of-selection.ts';

export interface SelectedContractRate {
  readonly rate: ContractRate;
  /** Why this rate is selected, as a sentence. */
  readonly reason: string;
  /** Number of other rates that match. */
  readonly otherMatches: number;
}

const LAST_CRITERIA: readonly Criterion<ContractRate>[] = [
  {
    compare: (one, other) => compareTexts(other.effectiveFrom, one.effectiveFrom),
    reason: ({ effectiveFrom }, next) =>
      `The rate starts later (${effectiveFrom}) than the next match (${next.effectiveFrom}).`,
  },
  {
    compare: (one, other) => compareTexts(other.rateId, one.rateId),
    reason: () => 'The rate was created after the next match, which has the same lane and start.',
  },
];

/**
 * Selects the rate of a move: by the customer, the narrower origin, the narrower destination (`scopeCriteria`), the later
 * start, and the rate that was created last.
 * @param candidates in any order, with other rates than matching ones; each id once.
 * @returns undefined if no rate matches.
 */
export function selectContractRate(
  candidates: readonly ContractRate[],
  request: ContractRequest,
): SelectedContractRate | undefined {
  const matches = candidates.filter((rate) => matchesRequest(rate, request));
  const selected = firstMatch(
    matches,
    [...scopeCriteria('rate', request.customer), ...LAST_CRITERIA],
    'rate',
  );
  return selected && { rate: selected.first, reason: selected.reason, otherMatches: selected.others };
}

const matchesRequest = (rate: ContractRate, request: ContractRequest): boolean =>
  (rate.customer === '' || isCustomer(request.customer, rate.customer)) &&
  rate.equipment === request.equipment &&
  request.origin.includes(rate.origin.key) &&
  request.destination.includes(rate.destination.key) &&
  isEffectiveOn(rate, request.day);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
