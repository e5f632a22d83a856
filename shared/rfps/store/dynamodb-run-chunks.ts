import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { chunkCount } from '../lanes/lane-draft.ts';
import { type Head, readTerms, termsKey } from './dynamodb-rfp-items.ts';

/** The chunks of the run in a head. */
export type RunChunks = (account: Account, head: Head) => Promise<readonly number[]>;

/** Reads the chunks of a run that a change of terms began; all other runs write all chunks. Needs only `GetItem`. */
export function createDynamoDbRunChunks(client: DynamoDBDocumentClient, TableName: string): RunChunks {
  return async (account, { rfp: { rfpId, lanes }, runTerms }) => {
    if (runTerms === undefined) return Array.from({ length: chunkCount(lanes) }, (_, chunk) => chunk);
    const Key = termsKey(account, rfpId, runTerms);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    // The items of a deleted RFP are erased.
    return Item === undefined ? [] : readTerms(Item).chunks;
  };
}
