import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ContendedWriteError } from './contended-write-error.ts';

const MAX_ATTEMPTS = 16;
/** While it is unknown whether the write was applied, some more requests find out. */
const MAX_REQUESTS = 20;
const FIRST_WAIT_MS = 20;
/** Limits the sum of all waits to about 3 seconds on average and 6 at most, within a function's timeout. */
const MAX_WAIT_MS = 500;

export interface RetryOptions {
  /** Waits between attempts; replaced in tests. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
  /**
   * Also retries after a lost response, a server error or throttling, which the SDK has already retried. Without it,
   * such an error is thrown immediately, so that a caller fails early while DynamoDB is unavailable.
   */
  readonly repeatsUnanswered?: boolean;
  /** Called before a retry if it is certain that nothing was written: `send` may then send another write. */
  readonly onCancelled?: () => void;
}

/**
 * Retries a write after a random wait if it conflicts with a transaction on the same item or is throttled. `send` must
 * send the same write each time, and a transaction with the same token, so that it is applied at most once.
 * @throws ContendedWriteError if every attempt was cancelled and nothing was written; otherwise the last error. An error
 * that a retry cannot change, such as an unmet condition, is thrown immediately.
 */
export async function retryConflicts<Result>(
  send: () => Promise<Result>,
  { pause = wait, repeatsUnanswered = false, onCancelled }: RetryOptions = {},
): Promise<Result> {
  let mayBeWritten = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const cancelled = isConflict(error);
      const unanswered = isInProgress(error) || (repeatsUnanswered && isUnanswered(error));
      if (!(cancelled || unanswered)) throw error;
      mayBeWritten ||= unanswered;
      if (attempt >= (cancelled || isThrottled(error) ? MAX_ATTEMPTS : MAX_REQUESTS)) {
        if (mayBeWritten || hasUnmetCondition(error)) throw error;
        throw new ContendedWriteError(`cancelled ${attempt} times by other writes`, { cause: error });
      }
      await pause(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * Math.random());
      if (!mayBeWritten) onCancelled?.();
    }
  }
}

/** Transient cancellation reasons of an item of a transaction. */
const TRANSIENT_REASONS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * Whether a write was rejected because of other writes, and a retry may succeed. The conflicting transaction may also
 * change the result of an unmet condition.
 */
const isConflict = (error: unknown): boolean =>
  nameOf(error) === 'TransactionConflictException' ||
  reasonsOf(error).some(({ Code = 'None' }) => TRANSIENT_REASONS.has(Code));

/** Rejects a request; an earlier request that the SDK repeated may have been applied. */
const THROTTLING_ERRORS = new Set([
  'ThrottlingException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceededException',
]);

const isThrottled = (error: unknown): boolean => THROTTLING_ERRORS.has(nameOf(error));

/** Whether other writes or throttling rejected a request. */
export const isContended = (error: unknown): boolean =>
  error instanceof ContendedWriteError || isConflict(error) || isThrottled(error);

/** An earlier request of the same transaction may still be applied. */
const isInProgress = (error: unknown): boolean => nameOf(error) === 'TransactionInProgressException';

const CONNECTION_ERRORS = /^(?:TimeoutError|EPIPE|ETIMEDOUT|ECONN.*)$/;

/** Whether it is unknown that an earlier request was applied. */
function isUnanswered(error: unknown): boolean {
  const { code = '', $metadata } = Object(error) as {
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return (
    isThrottled(error) ||
    CONNECTION_ERRORS.test(nameOf(error)) ||
    CONNECTION_ERRORS.test(code) ||
    ($metadata?.httpStatusCode ?? 0) >= 500
  );
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const reasonsOf = (error: unknown) =>
  (error instanceof TransactionCanceledException && error.CancellationReasons) || [];

const hasUnmetCondition = (error: unknown): boolean =>
  reasonsOf(error).some(({ Code }) => Code === 'ConditionalCheckFailed');
