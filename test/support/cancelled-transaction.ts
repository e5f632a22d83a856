import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

/** One write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The error of a rejected transaction, with a code for each write. */
export const cancelled = (codes: readonly string[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: `cancelled: ${codes.join(', ')}`,
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  });
