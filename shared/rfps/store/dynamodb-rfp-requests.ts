import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import { type ResultsRequests, resultsContent } from '../record/results-requests.ts';
import type { RfpId } from '../record/rfp-id.ts';
import type { WaitingRfps } from '../record/waiting-rfps.ts';
import { accountKey, hasOpenWork, headKey, readHead } from './dynamodb-rfp-items.ts';
import type { RfpsTable } from './dynamodb-rfp-reader.ts';

/** Longer than the time limit of the worker, two minutes. */
const REPEAT_AFTER_MS = 300_000;

/**
 * Requests in heads of RFPs: the stream of the table sends them to the worker, so that none is lost. A request whose work
 * failed, or whose file has expired, is made again. IAM permission: `UpdateItem`.
 */
export function createDynamoDbResultsRequests(
  { client, rfpsTable: TableName }: RfpsTable,
  now: () => Date,
): ResultsRequests {
  return {
    async request(account, rfpId, content) {
      const { version, termsRevision, for: reader = '', format = '' } = content;
      const at = now();
      const file = `${reader}.${format}`;
      await updateIf(client, {
        TableName,
        Key: headKey(account, rfpId),
        UpdateExpression: 'SET #request = :request',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(#request) OR #request.#version <> :version OR #request.#terms <> :terms OR #request.#file <> :file OR #request.#at < :before)',
        ExpressionAttributeNames: {
          '#request': 'resultsRequest',
          '#version': 'version',
          '#terms': 'termsRevision',
          '#file': 'file',
          '#at': 'at',
        },
        ExpressionAttributeValues: {
          ':request': { ...resultsContent(content), file, at: at.toISOString() },
          ':version': version,
          ':terms': termsRevision,
          ':file': file,
          ':before': new Date(at.getTime() - REPEAT_AFTER_MS).toISOString(),
        },
      });
    },
  };
}

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
