import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { additionTo, type BoundedSet, fullSet, removeEnded } from '../../platform/dynamodb/bounded-set.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { unfinishedUploadsKey } from '../store/dynamodb-market-items.ts';
import { hasEnded, MAX_UNFINISHED_UPLOADS, type UnfinishedUploads } from './unfinished-uploads.ts';

/** More than concurrent announcements of an organization. */
const MAX_TRIES = 20;

/**
 * A set of keys in the table of the market, of bounded size. Uploads that have ended leave it when it is full: at most every
 * fifth announcement looks for their objects. IAM permission: `UpdateItem`.
 */
export function createDynamoDbUnfinishedUploads(
  client: DynamoDBDocumentClient,
  TableName: string,
  objects: Pick<ObjectStore, 'keys'>,
  now: () => Date,
): UnfinishedUploads {
  const setOf = (account: Account): BoundedSet => ({
    TableName,
    Key: unfinishedUploadsKey(account),
    most: MAX_UNFINISHED_UPLOADS,
  });
  return {
    async add(account, key) {
      const set = setOf(account);
      for (let tries = 1; ; tries++) {
        const addition = await updateIf(client, additionTo(set, key));
        if (addition.applied) return undefined;
        const full = fullSet(addition.found);
        const hasRoom = await removeEnded(client, set, full, (member) => hasEnded(objects, member, now()));
        if (!hasRoom || tries === MAX_TRIES) return full.members;
      }
    },

    async remove(account, key) {
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
