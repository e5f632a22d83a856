import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { additionTo, type BoundedSet, fullSet, removeEnded } from '../../platform/dynamodb/bounded-set.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { unfinishedUploadsKey } from '../store/dynamodb-market-store.ts';
import { ADDRESS_SECONDS } from '../uploads/upload-announcement.ts';
import { idOfUpload, uploadCreatedAt } from '../uploads/upload-key.ts';
import { CANCELLATION_SUFFIX, REPORT_SUFFIXES } from '../uploads/upload-object-names.ts';
import { MAX_UNFINISHED_UPLOADS } from './upload-document.ts';

/** More than concurrent announcements of an organization. */
const MAX_TRIES = 20;

/**
 * The unfinished uploads of an account, by their object keys, as a set in the table of the market. Uploads that have ended
 * leave it when it is full: at most every fifth announcement looks for their objects. IAM permission: `UpdateItem`.
 */
export function createDynamoDbUnfinishedUploads(
  client: DynamoDBDocumentClient,
  TableName: string,
  objects: Pick<ObjectStore, 'keys'>,
  now: () => Date,
) {
  return {
    /** Counts an upload. @returns the keys of the unfinished uploads if there are too many. */
    async add(account: Account, key: string): Promise<readonly string[] | undefined> {
      const set: BoundedSet = { TableName, Key: unfinishedUploadsKey(account), most: MAX_UNFINISHED_UPLOADS };
      for (let tries = 1; ; tries++) {
        const addition = await updateIf(client, additionTo(set, key));
        if (addition.applied) return undefined;
        const full = fullSet(addition.found);
        const hasRoom = await removeEnded(client, set, full, (member) => hasEnded(objects, member, now()));
        if (!hasRoom || tries === MAX_TRIES) return full.members;
      }
    },

    /** Forgets an upload that was not announced after all. */
    async remove(account: Account, key: string): Promise<void> {
      await updateIf(client, {
        TableName,
        Key: unfinishedUploadsKey(account),
        UpdateExpression: 'DELETE members :key ADD changes :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':key': new Set([key]), ':one': 1 },
      });
    },
  };
}

/**
 * Whether an upload is unfinished no longer: it has a result, was cancelled, or its address has expired without a file.
 * The objects of the upload decide, so that nothing has to be written when it ends, in whatever way.
 */
async function hasEnded(objects: Pick<ObjectStore, 'keys'>, key: string, now: Date): Promise<boolean> {
  const existing = new Set<string>();
  for await (const page of objects.keys(key)) for (const found of page) existing.add(found);
  if (existing.has(`${key}${REPORT_SUFFIXES.result}`) || existing.has(`${key}${CANCELLATION_SUFFIX}`))
    return true;
  return !existing.has(key) && now.getTime() > uploadCreatedAt(idOfUpload(key)) + ADDRESS_SECONDS * 1000;
}
