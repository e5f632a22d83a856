import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import { retryConflicts } from '../../../../shared/platform/dynamodb/retry-conflicts.ts';

const facts = { message: 'rejected', $metadata: {} };

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...facts, CancellationReasons: codes.map((Code) => ({ Code })) });

/** Fails with these errors in order, then succeeds. */
const failing = (...errors: readonly Error[]) => {
  const remaining = [...errors];
  return vi.fn(async () => {
    const error = remaining.shift();
    if (error) throw error;
    return 'written';
  });
};

const often = (error: Error): readonly Error[] => Array.from({ length: 40 }, () => error);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a write with a conflict', () => {
  it('fails as contended if every attempt is cancelled', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const conflict = failing(...often(cancelled('None', 'TransactionConflict')));
    await expect(retryConflicts(conflict)).rejects.toThrow(ContendedWriteError);
    expect(conflict).toHaveBeenCalledTimes(16);
    await expect(retryConflicts(failing(...often(new TransactionConflictException(facts))))).rejects.toThrow(
      ContendedWriteError,
    );
  });

  it('does not fail as contended if it may be written or a condition is not met', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const conflicts = often(cancelled('TransactionConflict'));
    const inProgress = new TransactionInProgressException(facts);
    await expect(retryConflicts(failing(inProgress, ...conflicts))).rejects.toBe(conflicts[0]);
    const unmet = cancelled('ConditionalCheckFailed', 'TransactionConflict');
    await expect(retryConflicts(failing(...often(unmet)))).rejects.toBe(unmet);
  });

  it.each([
    ['a transaction on its item', new TransactionConflictException(facts)],
    ['its own first sending', new TransactionInProgressException(facts)],
    ['a conflict on one of its items', cancelled('None', 'TransactionConflict')],
    ['a conflict and an unmet condition', cancelled('ConditionalCheckFailed', 'TransactionConflict')],
    ['too much traffic', cancelled('ThrottlingError', 'None')],
  ])('is retried: %s', async (_, error) => {
    const send = failing(error, error);

    await expect(retryConflicts(send)).resolves.toBe('written');
    expect(send).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['a condition', new ConditionalCheckFailedException(facts)],
    ['a condition of a transaction', cancelled('ConditionalCheckFailed', 'None')],
    ['a broken item', cancelled('None', 'ValidationError')],
    ['anything else', new Error('rejected')],
  ])('is not retried after %s', async (_, error) => {
    const send = failing(error);

    await expect(retryConflicts(send)).rejects.toBe(error);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
