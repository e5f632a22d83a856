import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ContendedWriteError } from './contended-write-error.ts';

/** Whether a request was rejected as a whole, and certainly nothing of it was written. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ContendedWriteError ||
  error instanceof TransactionCanceledException ||
  Object(error).name === 'ValidationException';

/**
 * Writes a group in one transaction by `write`. If the transaction is rejected as a whole, writes each input in its own
 * transaction, so that no input fails because of another.
 */
export async function transactGroup<Input, Output>(
  inputs: readonly Input[],
  write: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): Promise<readonly (Output | Promise<Output>)[]> {
  try {
    return await write(inputs);
  } catch (error) {
    if (inputs.length === 1 || !isRejected(error)) throw error;
    return inputs.map(async (input) => (await write([input]))[0] as Output);
  }
}
