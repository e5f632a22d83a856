import { customerKey, type NamedCustomer } from '../../customers/customer-names.ts';
import { laneOf, laneText } from '../rate/contract-lane.ts';
import type { ContractRate } from '../rate/contract-rate.ts';
import { describeTerms } from './rate-document.ts';

/** Two rates of one lane that apply on the same days. */
export interface Overlap {
  readonly rate: ContractRate;
  readonly other: ContractRate;
  /** First and last common day; undefined = no end. */
  readonly from: string;
  readonly to: string | undefined;
  /** Whether the rates differ in amount, minimum, fuel, tiers or accessorials. */
  readonly contradictory: boolean;
}

/**
 * Pairs of rates with the same customer, lane and equipment whose days overlap, each once. Names of one customer are equal.
 * @param written rates of this call. @param stored all rates of their lanes; those of this call are left out by their ids.
 * @param named customers of the names.
 */
export function findOverlaps(
  written: readonly ContractRate[],
  stored: readonly ContractRate[],
  named: ReadonlyMap<string, NamedCustomer>,
): readonly Overlap[] {
  const ids = new Set(written.map(({ rateId }) => rateId));
  const others = stored.filter(({ rateId }) => !ids.has(rateId));
  const byLane = Map.groupBy([...others, ...written], (rate) =>
    laneText({
      ...laneOf(rate),
      customer: named.get(rate.customer)?.customerId ?? customerKey(rate.customer),
    }),
  );
  const before = new Map<string, readonly ContractRate[]>();
  for (const rates of byLane.values()) {
    for (const [at, rate] of rates.entries()) before.set(rate.rateId, rates.slice(0, at));
  }
  return written.flatMap((rate) =>
    (before.get(rate.rateId) ?? []).flatMap((other) => overlapOf(rate, other) ?? []),
  );
}

const LAST_DAY = '9999-12-31';

function overlapOf(rate: ContractRate, other: ContractRate): Overlap | undefined {
  const from = rate.effectiveFrom > other.effectiveFrom ? rate.effectiveFrom : other.effectiveFrom;
  const ends = [rate.effectiveTo, other.effectiveTo].map((end) => end ?? LAST_DAY).toSorted();
  const [to = LAST_DAY] = ends;
  if (from > to) return undefined;
  return {
    ...{ rate, other, from },
    to: to === LAST_DAY ? undefined : to,
    contradictory: priceTerms(rate) !== priceTerms(other),
  };
}

function priceTerms(rate: ContractRate): string {
  const { rate_type, amount, minimum, fuel, accessorial_overrides, tiers } = describeTerms(rate);
  return JSON.stringify([rate_type, amount, minimum, fuel, accessorial_overrides, tiers]);
}
