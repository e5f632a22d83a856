import { randomBytes, randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type {
  DynamoDbIdempotencyStore,
  KeyedAnswer,
  KeyedCall,
  StoredAnswer,
} from '../idempotency/dynamodb-idempotency-store.ts';
import {
  type AccountTables,
  ADD_ONE,
  belowLimit,
  COUNT_NAMES,
  type CountedUsage,
  countValues,
  readAccountItems,
  usageKey,
} from './dynamodb-read-account.ts';

export interface CountResult {
  readonly counted: boolean;
  /** Calls of the period, including this call if it was counted. */
  readonly used: number;
}

/** Another call with the same Idempotency-Key was counted and answered in the meantime. */
interface AlreadyAnswered {
  readonly call: KeyedCall;
  readonly answeredBefore: StoredAnswer;
}

/**
 * Limits and usage of an account for one period, as last read. The lanes of an RFP are counted together with their
 * creation (`shared/rfps/store/dynamodb-rfp-limits.ts`).
 */
export interface AccountUsage {
  readonly billing: boolean;
  readonly usageLimit: number;
  readonly used: number;
  /**
   * Counts one call unless that would exceed the limit. Even concurrent calls never count more than `usageLimit` calls
   * in a period. A retried request counts once.
   */
  count(): Promise<CountResult>;
  /**
   * Counts one call and stores its answer in one transaction, so that all calls with one Idempotency-Key
   * count once, even after a crash.
   * If the call was counted, `used` is the last read value plus 1 and may miss concurrent calls.
   */
  countAnswered(answer: KeyedAnswer): Promise<CountResult | AlreadyAnswered>;
}

/** Identifies one count in a usage item: the attribute `name` holds `sequence` after the count. */
export interface DeduplicationToken {
  readonly name: string;
  readonly sequence: number;
}

/** An attribute name that one call in flight at a time uses. */
interface Slot {
  readonly name: string;
  readonly createdAt: number;
}

/** Prefix of token attributes; no other attribute of a usage item begins with it. */
const PREFIX = 'mark#';

/** A slot accepts no new call after this age. */
const SLOT_MAX_AGE_MS = 30_000;

/** A token of this age belongs to a retired slot whose last call has ended: a function call lasts at most 15 seconds. */
const STALE_AFTER_MS = 2 * SLOT_MAX_AGE_MS;

/** Stale tokens that one count removes. The limit keeps the update expression small. */
const MAX_REMOVED = 20;

const SEQUENCES_PER_MS = 1_000;

/**
 * Tokens that distinguish a retried update from a new one. Each call in flight has a slot of its own and a number that
 * only increases; the update requires that the number in the item is lower. An item holds one small attribute for each
 * slot of the last minute, however many calls there are. `owner` must be unique among running processes.
 */
export function createDeduplicationTokens(owner: string, now: () => number = Date.now) {
  const idle: Slot[] = [];
  let slots = 0;
  let last = 0;

  const takeSlot = (): Slot => {
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      if (now() - slot.createdAt < SLOT_MAX_AGE_MS) return slot;
    }
    return { name: `${PREFIX}${owner}-${slots++}`, createdAt: now() };
  };

  return {
    /** Runs `send` with a token that no other call in flight has. */
    async withToken<Result>(send: (token: DeduplicationToken) => Promise<Result>): Promise<Result> {
      const slot = takeSlot();
      last = Math.max(last + 1, now() * SEQUENCES_PER_MS);
      try {
        return await send({ name: slot.name, sequence: last });
      } finally {
        idle.push(slot);
      }
    },

    /** Attribute names of tokens in a usage item that no retry can refer to any more. */
    staleTokensIn(item: Readonly<Record<string, unknown>>): readonly string[] {
      const oldest = (now() - STALE_AFTER_MS) * SEQUENCES_PER_MS;
      return Object.entries(item)
        .filter(([name, sequence]) => name.startsWith(PREFIX) && Number(sequence) < oldest)
        .map(([name]) => name)
        .slice(0, MAX_REMOVED);
    },
  };
}

interface DeduplicatedCount extends CountedUsage {
  readonly token: DeduplicationToken;
  /** Attribute names of stale tokens, which the update removes. */
  readonly staleTokens: readonly string[];
}

const counted = v.object({ used: v.pipe(v.number(), v.integer()) });

/**
 * Counts one call with one conditional update. The condition fails at the limit, and for a retry of an update that was
 * applied: the item then has the token.
 * @throws ValiError if DynamoDB does not return the count.
 */
async function countOnce(client: DynamoDBDocumentClient, count: DeduplicatedCount): Promise<CountResult> {
  const { token } = count;
  const update = await updateIf(client, updateFor(count));
  if (update.applied) return { counted: true, used: v.parse(counted, update.attributes).used };
  const { found } = update;
  return { counted: found?.[token.name] === token.sequence, used: Number(found?.used ?? 0) };
}

function updateFor({ usageTable, key, usageLimit, token, staleTokens }: DeduplicatedCount) {
  const aliases = Object.fromEntries(staleTokens.map((name, index) => [`#stale${index}`, name]));
  const remove = staleTokens.length > 0 ? ` REMOVE ${Object.keys(aliases).join(', ')}` : '';
  return {
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET #token = :sequence, ${ADD_ONE}${remove}`,
    ConditionExpression: `${belowLimit(usageLimit)} AND (attribute_not_exists(#token) OR #token < :sequence)`,
    ExpressionAttributeNames: { ...COUNT_NAMES, '#token': token.name, ...aliases },
    ExpressionAttributeValues: { ...countValues(usageLimit), ':sequence': token.sequence },
    ReturnValues: 'UPDATED_NEW' as const,
  };
}

interface AnsweredCount {
  readonly client: DynamoDBDocumentClient;
  readonly idempotencyStore: DynamoDbIdempotencyStore;
  readonly counted: CountedUsage;
  readonly answer: KeyedAnswer;
}

/**
 * Counts one call and stores its answer in one transaction. If the transaction is cancelled, the idempotency key is read
 * first: a stored answer takes precedence over a reached limit. An answer with the ID of this write means that the write
 * was applied and its response was lost.
 */
async function countAnswered({
  client,
  idempotencyStore,
  counted,
  answer,
}: AnsweredCount): Promise<CountResult | AlreadyAnswered> {
  const write = randomUUID();
  const steps = [addOneCall(counted), idempotencyStore.putAnswer(answer, write)];
  const unmet = await transactWrite(client, steps, write);
  const success = { counted: true, used: counted.used + 1 } as const;
  if (unmet.length === 0) return success;

  const earlier = await idempotencyStore.find(answer.call);
  if (earlier) return earlier.writtenBy === write ? success : { call: answer.call, answeredBefore: earlier };
  const reached = unmet.find(({ position }) => position === 0)?.item?.used?.N;
  return { counted: false, used: Number(reached ?? counted.used) };
}

const addOneCall = ({ usageTable, key, usageLimit }: CountedUsage): TransactItem => ({
  Update: {
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET ${ADD_ONE}`,
    ConditionExpression: belowLimit(usageLimit),
    ExpressionAttributeNames: COUNT_NAMES,
    ExpressionAttributeValues: countValues(usageLimit),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/**
 * The account ledger in two DynamoDB tables. A count is one conditional update, so that only one call can use the last
 * unit of a limit. A deduplication token in the same item makes an SDK retry of an applied update count once. With an
 * Idempotency-Key, count and answer are written in one transaction.
 */
export function createDynamoDbAccountLedger(
  tables: AccountTables & { readonly idempotencyStore: DynamoDbIdempotencyStore },
) {
  const { client, usageTable, idempotencyStore } = tables;
  const tokens = createDeduplicationTokens(randomBytes(6).toString('base64url'));

  return {
    /** Usage of a period (YYYY-MM), in one round trip; undefined if the organization is unknown. */
    async read(account: Account, period: string): Promise<AccountUsage | undefined> {
      const items = await readAccountItems(tables, account, [period]);
      if (!items) return undefined;
      const { billing, usageLimit } = items.organization;
      const [usage = { used: 0 }] = items.usage;
      const counted = { usageTable, key: usageKey(account, period), usageLimit, used: usage.used };

      return {
        billing,
        usageLimit,
        used: usage.used,
        count: () =>
          tokens.withToken((token) =>
            countOnce(client, { ...counted, token, staleTokens: tokens.staleTokensIn(usage) }),
          ),
        countAnswered: (answer) => countAnswered({ client, idempotencyStore, counted, answer }),
      };
    },
  };
}

export type AccountLedger = ReturnType<typeof createDynamoDbAccountLedger>;
