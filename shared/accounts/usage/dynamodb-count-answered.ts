import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { DynamoDbIdempotencyStore } from '../idempotency/dynamodb-idempotency-store.ts';
import type { KeyedAnswer } from '../idempotency/idempotency-store.ts';
import type { AnsweredBefore, Counting } from './account-ledger.ts';
import {
  belowLimit,
  COUNT_NAMES,
  type CountedAccount,
  countValues,
  ONE_MORE,
} from './dynamodb-usage-condition.ts';

export interface AnsweredCount {
  readonly client: DynamoDBDocumentClient;
  readonly answers: DynamoDbIdempotencyStore;
  readonly account: CountedAccount;
  readonly answer: KeyedAnswer;
}

/**
 * Counts one call and remembers its answer in one transaction. Where it is cancelled, the key is asked first: an answer
 * that is there wins over a limit that is reached, and one that this very write left means that it was applied before
 * its answer was lost.
 */
export async function countAnswered({
  client,
  answers,
  account,
  answer,
}: AnsweredCount): Promise<Counting | AnsweredBefore> {
  const write = randomUUID();
  const unmet = await transactWrite(client, [oneMore(account), answers.remembering(answer, write)], write);
  const counted = { counted: true, used: account.used + 1 } as const;
  if (unmet.length === 0) return counted;

  const earlier = await answers.find(answer.call);
  if (earlier) return earlier.writtenBy === write ? counted : { call: answer.call, answeredBefore: earlier };
  const reached = unmet.find(({ position }) => position === 0)?.item?.used?.N;
  return { counted: false, used: Number(reached ?? account.used) };
}

const oneMore = ({ usageTable, key, usageLimit }: CountedAccount): TransactItem => ({
  Update: {
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET ${ONE_MORE}`,
    ConditionExpression: belowLimit(usageLimit),
    ExpressionAttributeNames: COUNT_NAMES,
    ExpressionAttributeValues: countValues(usageLimit),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});
