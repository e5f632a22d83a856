import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ContendedWriteError } from './contended-write-error.ts';

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
 * @throws ContendedWriteError if every attempt was cancelled and nothing was written; otherwise what the last attempt
 * threw, at once for what another attempt would not change, such as a condition that is not met.
 */
export async function retryConflicts<Result>(send: () => Promise<Result>): Promise<Result> {
  let inDoubt = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error)) throw error;
      inDoubt ||= isInProgress(error);
      if (attempt === ATTEMPTS) {
        if (inDoubt || hasUnmetCondition(error)) throw error;
        throw new ContendedWriteError(`cancelled ${ATTEMPTS} times by other writes`, { cause: error });
      }
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

/** An earlier sending of the same transaction may still be applied. */
const isInProgress = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionInProgressException';

const hasUnmetCondition = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'ConditionalCheckFailed');
