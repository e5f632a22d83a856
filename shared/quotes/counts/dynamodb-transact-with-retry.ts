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

/** Even if every third transaction conflicts with another one, 15 conflicts in a row are very unlikely. */
const MAX_ATTEMPTS = 15;
/** While the last request has no answer, some more requests find out whether it was applied. */
const MAX_REQUESTS = 20;
const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 300;

/** Shards of a period's counts: up to this many concurrent writers can avoid conflicts. */
export const COUNT_SHARDS = 16;
/** After a conflict, a writer uses random shards for this long. */
const SPREAD_MS = 5_000;

export interface TransactOptions {
  readonly client: DynamoDBDocumentClient;
  /** Waits between attempts; replaced in tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * `condition-failed`: `positions` are the writes whose condition was not met. `contended`: conflicts with other
 * transactions or throttling cancelled every attempt, and nothing was written by the last one.
 */
export type TransactResult =
  | { readonly outcome: 'written' }
  | { readonly outcome: 'condition-failed'; readonly positions: readonly number[] }
  | { readonly outcome: 'contended' };

/**
 * Writes transactions that add to counts. Writers use the first shard, so that counts stay in few items. After a
 * conflict, a writer uses random shards for `SPREAD_MS`.
 */
export function transactWithRetry({ client, pause = wait }: TransactOptions) {
  let spreadUntil = 0;
  const shard = () => (performance.now() < spreadUntil ? Math.floor(Math.random() * COUNT_SHARDS) : 0);

  /**
   * Writes all items once, or none. A cancelled transaction was not written: it is composed again with another shard.
   * A transaction without an answer may have been written: the same request is sent again with the same token, so it is
   * applied at most once.
   * @throws other errors of DynamoDB; the error of the last request if it is unknown whether it was applied.
   */
  return async (compose: (shard: number) => readonly TransactItem[]): Promise<TransactResult> => {
    let input = transaction(compose(shard()));
    let inDoubt = false;
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new TransactWriteCommand(input));
        return { outcome: 'written' };
      } catch (error) {
        const codes = cancellationCodes(error);
        const positions = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
        const cancelled = codes.some((code) => TRANSIENT_REASONS.test(code));
        // With a conflict as well, the other transaction may be about to change the results of the other conditions.
        if (positions.length > 0 && (!cancelled || attempt >= MAX_ATTEMPTS)) {
          return { outcome: 'condition-failed', positions };
        }
        const unanswered = isInDoubt(error);
        if (!(cancelled || unanswered)) throw error;
        if (attempt >= MAX_ATTEMPTS && (cancelled || isThrottled(error))) return { outcome: 'contended' };
        if (attempt === MAX_REQUESTS) throw error;
        inDoubt ||= unanswered;
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

const TRANSIENT_REASONS = /^(TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded)$/;

function cancellationCodes(error: unknown): readonly string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = '' }) => Code);
}

/** The last request was not applied; an earlier request that the SDK repeated may have been. */
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

/** Whether it is unknown that the request was applied, or the error allows a retry. */
function isInDoubt(error: unknown): boolean {
  const { name, code, $metadata } = Object(error) as {
    readonly name?: string;
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return namesDoubt(name) || namesDoubt(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
