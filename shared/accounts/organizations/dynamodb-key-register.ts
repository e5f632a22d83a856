import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { type ApiKeyRecord, hasEnded } from '../api-keys/api-key-record.ts';
import type { KeyRegister } from '../api-keys/key-register.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';
import { apiKeyKey, fromApiKeyItem } from './dynamodb-organization-items.ts';

/** A register as it is stored. */
export interface StoredRegister {
  /** Increases with each change; 0 = there is no item. */
  readonly version: number;
  readonly keys: KeyRegister;
}

const text = v.pipe(v.string(), v.nonEmpty());

const registerItem = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  keys: v.array(
    v.object({
      keyId: text,
      hash: text,
      scopes: v.array(v.picklist(KEY_SCOPES)),
      expiresAt: v.exactOptional(text),
      replacedBy: v.exactOptional(text),
    }),
  ),
});

/** One item for each account with all its keys: about 200 keys of about 200 bytes. */
export const keyRegisterKey = ({ orgId, mode }: Account) => ({ pk: `KEYS#${orgId}#${mode}` });

export const NO_REGISTER: StoredRegister = { version: 0, keys: [] };

/** Strongly consistent. */
export async function readRegister(
  client: DynamoDBDocumentClient,
  TableName: string,
  account: Account,
): Promise<StoredRegister> {
  const get = new GetCommand({ TableName, Key: keyRegisterKey(account), ConsistentRead: true });
  const { Item } = await client.send(get);
  return Item === undefined ? NO_REGISTER : v.parse(registerItem, Item);
}

/** The write of the next version, on the condition that nothing has changed the register since `before`. */
export function putRegister(
  TableName: string,
  account: Account,
  before: StoredRegister,
  keys: KeyRegister,
): TransactItem {
  const isNew = before.version === 0;
  return {
    Put: {
      TableName,
      Item: { ...keyRegisterKey(account), version: before.version + 1, keys },
      ConditionExpression: isNew ? 'attribute_not_exists(pk)' : '#version = :version',
      ...(isNew
        ? {}
        : {
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': before.version },
          }),
    },
  };
}

/** Lists keys by the register of their account, so that the cost does not grow with deleted keys. */
export const createDynamoDbKeyList = (client: DynamoDBDocumentClient, TableName: string) => ({
  /** Keys of an account without expired ones, oldest first. Strongly consistent. */
  async list(account: Account, now: Date): Promise<readonly ApiKeyRecord[]> {
    const { keys } = await readRegister(client, TableName, account);
    const items = await batchGetAll(
      client,
      TableName,
      keys.map(({ hash }) => apiKeyKey(hash)),
    );
    const records = new Map(items.map(fromApiKeyItem).map((record) => [record.hash, record]));
    // The order of the register is that of creation, also for keys of the same millisecond.
    return keys
      .flatMap(({ hash }) => records.get(hash) ?? [])
      .filter((record) => !hasEnded(record, now.getTime()))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  },
});
