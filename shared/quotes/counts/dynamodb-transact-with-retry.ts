import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

/** One write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** So many in a row do not happen by chance, not even where every third transaction meets another one. */
const MAX_ATTEMPTS = 15;
/** While the last sending has no answer, a few more find out what became of it. */
const MAX_REQUESTS = 20;
const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 300;

/** Shards of a period's counts: as many writers at once need not wait for each other. */
export const COUNT_SHARDS = 16;
/** A writer that met another one leaves the first shard to it for so long. */
const SPREAD_MS = 5_000;

export interface TransactOptions {
  readonly client: DynamoDBDocumentClient;
  /** Waits between attempts; tests need not. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * `met`: all is written. `unmet`: the positions of the writes whose condition was not met. `contended`: other
 * transactions or throttling came first each time.
 */
export type TransactResult =
  | { readonly met: true }
  | { readonly met: false; readonly contended: false; readonly unmet: readonly number[] }
  | { readonly met: false; readonly contended: true };

/**
 * Writes transactions that add to counts. All use the first shard, so that counts stay in few items, until they meet
 * another writer: then each takes any of the shards for a while.
 */
export function transactWithRetry({ client, pause = wait }: TransactOptions) {
  let spreadUntil = 0;
  const shard = () => (performance.now() < spreadUntil ? Math.floor(Math.random() * COUNT_SHARDS) : 0);

  /**
   * Writes all items or none, once. A transaction that was cancelled by another one or by throttling was surely not
   * written: it is composed anew, with another shard. One whose answer got lost may have been: it is sent again as it
   * was, with its token, so that it is written once and also a late arrival changes nothing.
   * @throws whatever else DynamoDB rejects, and the error of the last sending where none of the last six was answered.
   */
  return async (compose: (shard: number) => readonly TransactItem[]): Promise<TransactResult> => {
    let input = transaction(compose(shard()));
    let inDoubt = false;
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new TransactWriteCommand(input));
        return { met: true };
      } catch (error) {
        const codes = cancellationCodes(error);
        const unmet = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
        const cancelled = codes.some((code) => PASSING_REASONS.test(code));
        // A transaction that was met may be about to change what the other conditions say.
        if (unmet.length > 0 && (!cancelled || attempt >= MAX_ATTEMPTS)) {
          return { met: false, contended: false, unmet };
        }
        const lost = isInDoubt(error);
        if (!(cancelled || lost)) throw error;
        if (attempt >= MAX_ATTEMPTS && (cancelled || isThrottled(error)))
          return { met: false, contended: true };
        if (attempt === MAX_REQUESTS) throw error;
        inDoubt ||= lost;
        await pause(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * Math.random());
        if (cancelled && !inDoubt) {
          spreadUntil = performance.now() + SPREAD_MS;
          input = transaction(compose(shard()));
        }
      }
    }
  };
}

const transaction = (items: readonly TransactItem[]) => ({
  TransactItems: [...items],
  ClientRequestToken: randomUUID(),
});

const PASSING_REASONS = /^(TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded)$/;

function cancellationCodes(error: unknown): readonly string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = '' }) => Code);
}

/** This sending was not written; one before it, which the SDK sent, may have been. */
const THROTTLED: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceededException',
]);
const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLED.has(error.name);

const IN_DOUBT: ReadonlySet<string> = new Set([
  ...THROTTLED,
  'TimeoutError',
  'TransactionInProgressException',
  'EPIPE',
  'ETIMEDOUT',
]);
const namesDoubt = (name = ''): boolean => IN_DOUBT.has(name) || name.startsWith('ECONN');

/** Whether an error leaves open what became of the request, or says that it may be sent again. */
function isInDoubt(error: unknown): boolean {
  const { name, code, $metadata } = Object(error) as {
    readonly name?: string;
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return namesDoubt(name) || namesDoubt(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
