import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { DAY_MS } from '../../platform/time/utc-calendar.ts';
import { limitsOf } from './places.ts';

export const MINUTE_MS = 60_000;

/** The counter of the requests of a receiver or an account in the minute of `at`. */
export const minuteKey = (pk: string, counter: string, at: Date) => ({
  pk,
  sk: `${counter}#${Math.floor(at.getTime() / MINUTE_MS)}`,
});

export const requestsKey = ({ orgId, mode }: Account, at: Date) =>
  minuteKey(limitsOf(orgId), `${mode}-requests`, at);

/** Counts up to `wanted` requests in a minute. Returns how many of them its limit leaves. */
export async function countInMinute(
  { client, TableName }: DynamoDbTable,
  key: ReturnType<typeof minuteKey>,
  wanted: number,
  most: number,
  at: Date,
): Promise<number> {
  let count = Math.min(wanted, most);
  while (count > 0) {
    const update = await updateIf(client, {
      TableName,
      Key: key,
      UpdateExpression: 'SET #ttl = :ttl ADD used :count',
      ConditionExpression: 'attribute_not_exists(used) OR used <= :room',
      ExpressionAttributeValues: {
        ':ttl': Math.ceil((at.getTime() + DAY_MS) / 1000),
        ':count': count,
        ':room': most - count,
      },
    });
    if (update.applied) return count;
    // Others have counted since.
    count = Math.min(wanted, most - Number(update.found?.used));
  }
  return 0;
}
