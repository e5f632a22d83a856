import { usageKey } from '../../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../../platform/account/account.ts';
import type { TransactItem, UnmetCondition } from '../../platform/dynamodb/transact-write.ts';
import type { Reservation } from '../record/rfp-store.ts';

/** The write that counts all calls of a reservation or, by its condition, none. */
export const reserveCalls = (
  usageTable: string,
  account: Account,
  { calls, period, usageLimit }: Reservation,
): TransactItem => ({
  Update: {
    TableName: usageTable,
    Key: usageKey(account, period),
    UpdateExpression: 'ADD #used :calls',
    ConditionExpression: `${usageLimit < calls ? '' : 'attribute_not_exists(#used) OR '}#used <= :most`,
    ExpressionAttributeNames: { '#used': 'used' },
    ExpressionAttributeValues: { ':calls': calls, ':most': usageLimit - calls },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** The calls that were counted when a reservation was rejected. */
export const usedCallsOf = (unmet: UnmetCondition | undefined): number => Number(unmet?.item?.used?.N ?? 0);
