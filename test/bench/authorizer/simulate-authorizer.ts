import type { Random } from '../../../bin/backtest/simulator/random.ts';
import {
  CALLS_PER_SECOND_PER_EXECUTION,
  MAX_NEW_EXECUTIONS_IN_TEN_SECONDS,
} from '../../../lib/capacity/aws-limits.ts';
import { CALL_SECONDS } from '../../../lib/capacity/call-seconds.ts';
import { createTokenBucket } from '../../../lib/local/gateway/token-bucket.ts';
import type { Throttle } from '../../../shared/accounts/organizations/organization-plan.ts';
import type { Arrivals } from './arrivals.ts';

export interface Simulated {
  readonly arrivals: Arrivals;
  /** Maximum concurrent executions of the authorizer. */
  readonly reserved: number;
  /** Executions that are warm at the start. */
  readonly provisioned: number;
  readonly account: Throttle;
  readonly random: Random;
}

/** Result of one call: API Gateway or Lambda rejected it, or an execution ran it. */
export interface SimulatedCall {
  readonly at: number;
  /** `limited`: 429 by the account throttle. `throttled`: 500, since Lambda ran no authorizer. */
  readonly outcome: 'warm' | 'cold' | 'limited' | 'throttled';
  /** Concurrent executions after the decision of this call. */
  readonly running: number;
}

/**
 * Simulates the authorizer for calls within their plans. A call uses an idle execution, or starts one if the reservation and
 * the scaling rate of Lambda permit it; otherwise it is throttled. Executions stay warm to the end. The other limit of
 * Lambda is 10 calls per second for each reserved execution.
 */
export function simulateAuthorizer({
  arrivals,
  reserved,
  provisioned,
  account,
  random,
}: Simulated): readonly SimulatedCall[] {
  let clock = arrivals[0] ?? 0;
  const now = () => clock;
  const gateway = createTokenBucket(account.rateLimit, account.burstLimit, now);
  const starts = createTokenBucket(
    MAX_NEW_EXECUTIONS_IN_TEN_SECONDS / 10,
    MAX_NEW_EXECUTIONS_IN_TEN_SECONDS,
    now,
  );
  const callsPerSecond = reserved * CALLS_PER_SECOND_PER_EXECUTION;
  const rate = createTokenBucket(callsPerSecond, callsPerSecond, now);
  const ends = createQueue();
  let idle = provisioned;

  const run = (seconds: number) => ends.add(clock + seconds * 1_000 * random.between(0.5, 1.5));
  const decide = (): SimulatedCall['outcome'] => {
    if (!gateway.take()) return 'limited';
    if (ends.size() >= reserved) return 'throttled';
    if (!rate.take()) return 'throttled';
    if (idle > 0) {
      idle -= 1;
      run(CALL_SECONDS.authorizer);
      return 'warm';
    }
    if (!starts.take()) return 'throttled';
    run(CALL_SECONDS.authorizerFromCold);
    return 'cold';
  };
  return arrivals.map((at) => {
    clock = at;
    idle += ends.takeUntil(at);
    const outcome = decide();
    return { at, outcome, running: ends.size() };
  });
}

/** Times in order, in a binary heap. */
function createQueue() {
  const heap: number[] = [];
  const valueAt = (index: number) => heap[index] ?? Number.POSITIVE_INFINITY;
  const swap = (left: number, right: number) => {
    [heap[left], heap[right]] = [valueAt(right), valueAt(left)];
  };
  const removeFirst = () => {
    swap(0, heap.length - 1);
    heap.pop();
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const smaller = valueAt(right) < valueAt(left) ? right : left;
      if (valueAt(smaller) >= valueAt(index)) return;
      swap(index, smaller);
      index = smaller;
    }
  };
  return {
    size: () => heap.length,
    add: (moment: number) => {
      heap.push(moment);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = Math.floor((index - 1) / 2);
        if (valueAt(parent) <= valueAt(index)) return;
        swap(index, parent);
        index = parent;
      }
    },
    /** Removes the times up to this one. @returns their number. */
    takeUntil: (moment: number) => {
      const before = heap.length;
      while (valueAt(0) <= moment) removeFirst();
      return before - heap.length;
    },
  };
}
