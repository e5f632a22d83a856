import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../platform/account/account.ts';
import { additionTo, type BoundedSet, fullSet, removeEnded } from '../platform/dynamodb/bounded-set.ts';
import { updateIf } from '../platform/dynamodb/conditional-write.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { ADDRESS_SECONDS, MAX_UNFINISHED_UPLOADS } from './upload-document.ts';
import { idOfUpload, uploadCreatedAt } from './upload-key.ts';
import { hasEnded, importFields, readRecord } from './upload-record.ts';

const PREFIX = 'uploads#';

/** The organization of a partition of unfinished uploads; undefined for other partitions. */
export const organizationOfUploads = (pk: string): string | undefined =>
  pk.startsWith(PREFIX) ? pk.slice(PREFIX.length).split('#')[0] : undefined;

/** More than concurrent announcements of an organization. */
const MAX_TRIES = 20;

/**
 * Counts the unfinished uploads of an account, by their object keys, as a set in the table of the market. Uploads that have
 * ended leave it when it is full: at most every fifth announcement reads their records, so that nothing has to be written
 * when an upload ends, in whatever way. IAM permission: `UpdateItem`.
 */
export function createDynamoDbUnfinishedUploads(
  client: DynamoDBDocumentClient,
  TableName: string,
  objects: Pick<ObjectStore, 'keys' | 'read'>,
  now: () => Date,
) {
  const isFinished = async (key: string): Promise<boolean> => {
    const { record } = await readRecord(objects, key, v.object(importFields));
    if (record.cancelledAt !== undefined || (record.import && hasEnded(record.import))) return true;
    const wasSent = await objectExists(objects, key);
    return !wasSent && now().getTime() > uploadCreatedAt(idOfUpload(key)) + ADDRESS_SECONDS * 1000;
  };
  /** @returns the keys of the unfinished uploads if there are too many. */
  return async ({ orgId, mode }: Account, key: string): Promise<readonly string[] | undefined> => {
    const Key = { pk: `${PREFIX}${orgId}#${mode}`, sk: 'unfinished' };
    const set: BoundedSet = { TableName, Key, most: MAX_UNFINISHED_UPLOADS };
    for (let tries = 1; ; tries++) {
      const addition = await updateIf(client, additionTo(set, key));
      if (addition.applied) return undefined;
      const full = fullSet(addition.found);
      if (!(await removeEnded(client, set, full, isFinished)) || tries === MAX_TRIES) return full.members;
    }
  };
}

/** Functions of the API have no right to read a file, or to ask for it. */
export async function objectExists(objects: Pick<ObjectStore, 'keys'>, key: string): Promise<boolean> {
  for await (const page of objects.keys(key)) if (page.includes(key)) return true;
  return false;
}
