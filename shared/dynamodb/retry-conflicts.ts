import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const ATTEMPTS = 16;
const FIRST_WAIT_MS = 20;
/** Keeps all waits together, some 4 seconds on average and 7 at most, within a function's time. */
const LONGEST_WAIT_MS = 500;

const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Sends a write again, after a random wait, while it meets a transaction on the same item or too much traffic: DynamoDB
 * has then applied nothing, and the SDK does not try again by itself.
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
    return error instanceof Error && error.name === 'TransactionConflictException';
  }
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
  return !codes.includes('ConditionalCheckFailed') && codes.some((code) => PASSING.has(code));
}
