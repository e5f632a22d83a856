import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import { type ResultsContent, type RfpId, resultsContent } from '../record/stored-rfp.ts';
import { accountKey, hasOpenWork, headKey, headUpdate, readHead } from './dynamodb-rfp-items.ts';
import type { RfpsTable } from './dynamodb-rfp-reader.ts';

/** Longer than the time limit of the worker, two minutes. */
const REPEAT_AFTER_MS = 300_000;

/**
 * Requests work on RFPs in their heads: the stream of the table sends it to the worker, so that no request is lost. IAM
 * permissions: `UpdateItem`, and `Query` to resume.
 */
export function createDynamoDbRfpRequests({ client, rfpsTable: TableName }: RfpsTable, now: () => Date) {
  const set = (account: Account, rfpId: RfpId, attributes: Readonly<Record<string, unknown>>) =>
    updateIf(client, { TableName, ...headUpdate(account, rfpId, attributes, 'attribute_exists(pk)') });

  return {
    /** Requests a file of results, again only after minutes if it is the latest request: its work may have failed. */
    async requestResults(account: Account, rfpId: RfpId, content: ResultsContent): Promise<void> {
      const { version, termsRevision, for: reader = '', format = '' } = content;
      const at = now();
      const file = `${reader}.${format}`;
      await updateIf(client, {
        TableName,
        Key: headKey(account, rfpId),
        UpdateExpression: 'SET #resultsRequest = :request',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(#resultsRequest) OR #resultsRequest.#version <> :version OR #resultsRequest.#termsRevision <> :terms OR #resultsRequest.#file <> :file OR #resultsRequest.#at < :before)',
        ExpressionAttributeValues: {
          ':request': { ...resultsContent(content), file, at: at.toISOString() },
          ':version': version,
          ':terms': termsRevision,
          ':file': file,
          ':before': new Date(at.getTime() - REPEAT_AFTER_MS).toISOString(),
        },
      });
    },

    /** Stores that a file was sent to an RFP of a suspended organization, so that `resume` finds it. */
    async keepFile(account: Account, rfpId: RfpId, bytes: number): Promise<void> {
      await set(account, rfpId, { fileBytes: bytes });
    },

    /**
     * Requests the work on each RFP of an account that is pricing or has a kept file again; safe to repeat. Call it after
     * the organization is active.
     * @returns how many RFPs these are.
     */
    async resume(account: Account): Promise<number> {
      const at = now().toISOString();
      let resumed = 0;
      const range = { pk: accountKey(account), from: ' ', to: '~', newestFirst: false };
      for await (const item of itemsBetween(client, TableName, range)) {
        const head = readHead(item);
        if (!hasOpenWork(head)) continue;
        const { applied } = await set(account, head.rfp.rfpId, { resumedAt: at });
        if (applied) resumed += 1;
      }
      return resumed;
    },
  };
}
export type RfpRequests = ReturnType<typeof createDynamoDbRfpRequests>;
