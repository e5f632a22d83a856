import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ContendedWriteError } from './contended-write-error.ts';

const ATTEMPTS = 16;
const FIRST_WAIT_MS = 20;
/** Limits the sum of all waits to about 3 seconds on average and 6 at most, within a function's timeout. */
const MAX_WAIT_MS = 500;

/** Transient cancellation reasons of an item of a transaction. */
const TRANSIENT_CODES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Conflict of a single write with a transaction, and a transaction whose first request is still in progress. */
const TRANSIENT_ERRORS = new Set(['TransactionConflictException', 'TransactionInProgressException']);

/**
 * Retries a write after a random wait if it conflicts with a transaction on the same item or is throttled. `send` must
 * send the same write each time, and a transaction with the same token, so that it is applied at most once.
 * @throws ContendedWriteError if every attempt was cancelled and nothing was written; otherwise the last error. An error
 * that a retry cannot change, such as an unmet condition, is thrown immediately.
 */
export async function retryConflicts<Result>(send: () => Promise<Result>): Promise<Result> {
  let mayBeWritten = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isTransient(error)) throw error;
      mayBeWritten ||= isInProgress(error);
      if (attempt === ATTEMPTS) {
        if (mayBeWritten || hasUnmetCondition(error)) throw error;
        throw new ContendedWriteError(`cancelled ${ATTEMPTS} times by other writes`, { cause: error });
      }
      await wait(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * Math.random());
    }
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) {
    return error instanceof Error && TRANSIENT_ERRORS.has(error.name);
  }
  // Also together with an unmet condition: the conflicting transaction may change the result of the condition.
  return (error.CancellationReasons ?? []).some(({ Code = 'None' }) => TRANSIENT_CODES.has(Code));
}

/** An earlier request of the same transaction may still be applied. */
const isInProgress = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionInProgressException';

const hasUnmetCondition = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'ConditionalCheckFailed');
