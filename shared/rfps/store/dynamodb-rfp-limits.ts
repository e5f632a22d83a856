import { unmarshall } from '@aws-sdk/util-dynamodb';
import { usageKey } from '../../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../../platform/account/account.ts';
import {
  additionTo,
  type BoundedSet,
  type FullSet,
  fullSet,
  removeEnded,
} from '../../platform/dynamodb/bounded-set.ts';
import type { TransactItem, UnmetCondition } from '../../platform/dynamodb/transact-write.ts';
import { MAX_WAITING_RFPS, parseRfpId, type Reservation, type RfpId } from '../record/stored-rfp.ts';
import { waitingKey } from './dynamodb-rfp-items.ts';
import { type RfpsTable, readHeadItem } from './dynamodb-rfp-reader.ts';

/** More than concurrent creations of an organization. */
const MAX_TRIES = 20;

/**
 * The limit of RFPs that wait for their file or prices: a set of ids of bounded size. RFPs that wait no longer leave it
 * when it is full: their heads decide, so that the end of a run writes nothing to it. IAM permissions: `UpdateItem`, and
 * `GetItem` for heads.
 */
export function createDynamoDbWaitingLimit(table: RfpsTable, now: () => Date) {
  const { client, rfpsTable: TableName } = table;
  const setOf = (account: Account): BoundedSet => ({
    TableName,
    Key: waitingKey(account),
    most: MAX_WAITING_RFPS,
  });

  const hasEnded = async (account: Account, member: string): Promise<boolean> => {
    const rfpId = parseRfpId(member);
    const head = rfpId && (await readHeadItem(table, account, rfpId));
    if (!head) return true;
    const { state, remaining, uploadUntil = '' } = head.rfp;
    if (state === 'awaiting_upload') {
      return head.fileBytes === undefined && now().toISOString() > uploadUntil;
    }
    return state !== 'open' || remaining === 0;
  };

  return {
    /** Counts an RFP, as a part of the transaction that lets it wait. */
    addition: (account: Account, rfpId: RfpId): TransactItem => ({
      Update: additionTo(setOf(account), rfpId),
    }),

    /** The waiting RFPs because of which an addition failed. */
    full: ({ item }: UnmetCondition): FullSet => fullSet(item && unmarshall(item)),

    /** Repeats a write that found too many waiting RFPs, if some of them wait no longer. */
    async withRoom<Result extends object>(
      account: Account,
      write: () => Promise<Result | FullSet>,
    ): Promise<Result | { readonly outcome: 'too-many-waiting' }> {
      for (let tries = 1; ; tries++) {
        const result = await write();
        if (!('members' in result)) return result;
        const hasRoom = await removeEnded(client, setOf(account), result, (rfpId) =>
          hasEnded(account, rfpId),
        );
        if (!hasRoom || tries === MAX_TRIES) return { outcome: 'too-many-waiting' };
      }
    },
  };
}

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
