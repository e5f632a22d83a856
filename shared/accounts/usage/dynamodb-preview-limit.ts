import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { usageKey } from './dynamodb-read-account.ts';
import { PREVIEWS_A_MINUTE } from './usage-headers.ts';

/** Counts previews: one item of the usage table has the current minute and its count. */
export const createDynamoDbPreviewLimit =
  (client: DynamoDBDocumentClient, usageTable: string) =>
  /** False if the minute has no more previews. */
  async (account: Account, now: Date): Promise<boolean> => {
    const minute = Math.floor(now.getTime() / 60_000);
    const item = { TableName: usageTable, Key: usageKey(account, 'previews') };
    const inMinute = () =>
      updateIf(client, {
        ...item,
        UpdateExpression: 'SET #count = #count + :one',
        ConditionExpression: '#minute = :minute AND #count < :most',
        ExpressionAttributeValues: { ':minute': minute, ':one': 1, ':most': PREVIEWS_A_MINUTE },
      });
    const firstOfMinute = () =>
      updateIf(client, {
        ...item,
        UpdateExpression: 'SET #minute = :minute, #count = :one',
        ConditionExpression: 'attribute_not_exists(#minute) OR #minute < :minute',
        ExpressionAttributeValues: { ':minute': minute, ':one': 1 },
      });
    // Another call can begin the minute in between, so the count is tried again.
    for (const take of [inMinute, firstOfMinute, inMinute]) if ((await take()).applied) return true;
    return false;
  };

export type TakePreview = ReturnType<typeof createDynamoDbPreviewLimit>;
