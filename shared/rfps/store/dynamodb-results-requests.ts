import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { type ResultsRequests, resultsContent } from '../record/results-requests.ts';
import { headKey } from './dynamodb-rfp-items.ts';
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
