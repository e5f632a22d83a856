import { MIN_UNRESERVED_EXECUTIONS } from './aws-limits.ts';
import { requiredCapacity, type SoldPlans, sumOf } from './required-capacity.ts';

/** Settings that determine the executions of an environment. */
export interface ExecutionSettings {
  readonly plans?: SoldPlans;
  readonly reservedExecutions?: Readonly<Record<string, number>>;
  readonly provisionedExecutions?: Readonly<Record<string, number>>;
}

export interface NeededExecutions {
  /** Reserved executions, and provisioned ones of functions without a reservation. */
  readonly kept: number;
  /** Quota of the account and region; 0 if the environment neither keeps executions nor is sized. */
  readonly quota: number;
}

/** Concurrent executions that Lambda and the plans of an environment need. */
export function neededExecutions({
  plans,
  reservedExecutions = {},
  provisionedExecutions = {},
}: ExecutionSettings): NeededExecutions {
  const withoutReservation = Object.entries(provisionedExecutions).filter(
    ([called]) => reservedExecutions[called] === undefined,
  );
  const kept = sumOf(reservedExecutions) + sumOf(Object.fromEntries(withoutReservation));
  const shared = plans === undefined ? 0 : requiredCapacity(plans).unreservedExecutions;
  return { kept, quota: kept + shared === 0 ? 0 : kept + MIN_UNRESERVED_EXECUTIONS + shared };
}
