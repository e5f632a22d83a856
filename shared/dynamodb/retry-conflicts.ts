import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const ATTEMPTS = 16;
const FIRST_WAIT_MS = 20;
/** Keeps all waits together, some 3 seconds on average and 6 at most, within a function's time. */
const LONGEST_WAIT_MS = 500;

/** Why one item of a cancelled transaction could not be written just then. */
const PASSING_CODES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** A write beside a transaction, and a transaction whose first sending is still at work under the same token. */
const PASSING_ERRORS = new Set(['TransactionConflictException', 'TransactionInProgressException']);

/**
 * Sends a write again, after a random wait, while it meets a transaction on the same item or too much traffic. `send`
 * must send the same write each time, a transaction with the same token: then it is applied once at most.
 * @throws what the last attempt threw; at once what another attempt would not mend, as a condition that is not met.
 */
export async function retryConflicts<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt === ATTEMPTS || !isPassing(error)) throw error;
      await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * Math.random());
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) {
    return error instanceof Error && PASSING_ERRORS.has(error.name);
  }
  // Even beside a condition that is not met: the transaction that was met may be about to change what that says.
  return (error.CancellationReasons ?? []).some(({ Code = 'None' }) => PASSING_CODES.has(Code));
}
