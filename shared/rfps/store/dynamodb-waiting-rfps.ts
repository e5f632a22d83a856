import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import type { RfpId } from '../record/rfp-id.ts';
import type { WaitingRfps } from '../record/waiting-rfps.ts';
import { accountKey, hasOpenWork, headKey, readHead } from './dynamodb-rfp-items.ts';
import type { RfpsTable } from './dynamodb-rfp-reader.ts';

/**
 * Attributes of heads of RFPs. The stream of the table sends the work of a resumed RFP to the worker, as that of a new run.
 * IAM permissions: `UpdateItem`, and `Query` to resume.
 */
export function createDynamoDbWaitingRfps(
  { client, rfpsTable: TableName }: RfpsTable,
  now: () => Date,
): WaitingRfps {
  const set = (account: Account, rfpId: RfpId, attribute: string, value: unknown) =>
    updateIf(client, {
      TableName,
      Key: headKey(account, rfpId),
      UpdateExpression: 'SET #attribute = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    });

  return {
    async keepFile(account, rfpId, bytes) {
      await set(account, rfpId, 'fileBytes', bytes);
    },

    async resume(account) {
      const at = now().toISOString();
      let resumed = 0;
      const range = { pk: accountKey(account), from: ' ', to: '~', newestFirst: false };
      for await (const item of itemsBetween(client, TableName, range)) {
        const head = readHead(item);
        if (!hasOpenWork(head)) continue;
        const { applied } = await set(account, head.rfp.rfpId, 'resumedAt', at);
        if (applied) resumed += 1;
      }
      return resumed;
    },
  };
}
