import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { changeRegister, type KeyChange, type RegisterFault } from '../api-keys/key-register.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { AuditWriter } from '../audit/dynamodb-audit-log.ts';
import type { KeyedAnswer } from '../idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbKeyList, putRegister, readRegister } from './dynamodb-key-register.ts';
import {
  apiKeyIdKey,
  apiKeyKey,
  deleteKeyItems,
  fromApiKeyItem,
  organizationKey,
  putNewKey,
} from './dynamodb-organization-items.ts';

export interface RequestedKeyChange {
  readonly change: KeyChange;
  /** ID of the calling key; absent for an operator. */
  readonly by?: string;
  readonly at: Date;
  /** Recorded in the audit log together with the change. */
  readonly event: AuditEvent;
  /** Stored together with the change, for idempotency. */
  readonly answer?: KeyedAnswer;
}

/** `answered`: a concurrent call with the same Idempotency-Key was first, and nothing was changed. */
export type KeyChangeOutcome = 'changed' | 'answered' | 'unknown-organization' | RegisterFault;

/** Changes of one account at the same moment take turns: the average wait for the last of 50 is about a second. */
const MAX_ATTEMPTS = 40;
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 150;

const apiKeyIdItem = v.object({ hash: v.string() });

export interface DynamoDbApiKeys {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  readonly audit: AuditWriter;
  /** The write that stores an answer for idempotency; `writtenBy` is unique to the transaction. */
  readonly rememberAnswer?: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
}

class KeyExistsError extends Error {
  override readonly name = 'KeyExistsError';
}

/**
 * API keys in DynamoDB. The register of an account, one item with a version, contains the keys that its rules need. A
 * change replaces the register on the condition of the version that it read, and writes the records, the audit event and
 * the stored answer in the same transaction. A crash therefore leaves either all of them or nothing.
 */
export function createDynamoDbApiKeyStore({
  client,
  TableName,
  audit,
  rememberAnswer = () => {
    throw new TypeError('This store has no idempotency store.');
  },
}: DynamoDbApiKeys) {
  const find = async (keyId: string): Promise<ApiKeyRecord | undefined> => {
    const get = (Key: { pk: string }) =>
      client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const { Item: id } = await get(apiKeyIdKey(keyId));
    if (id === undefined) return undefined;
    const { Item } = await get(apiKeyKey(v.parse(apiKeyIdItem, id).hash));
    return Item && fromApiKeyItem(Item);
  };

  return {
    find,

    /** Changes of one account are applied one after the other, each with its audit event or not at all. */
    async change(
      account: Account,
      { change, by, at, event, answer }: RequestedKeyChange,
    ): Promise<KeyChangeOutcome> {
      let before = await readRegister(client, TableName, account);
      for (let attempt = 1; ; attempt++) {
        const result = changeRegister(before.keys, change, by, at.getTime());
        if (!result.ok) return result.fault;
        const token = randomUUID();
        const unmet = await transactWrite(
          client,
          [
            putRegister(TableName, account, before, result.register),
            ...(answer === undefined ? [] : [rememberAnswer(answer, token)]),
            // The register shows that the organization of a calling key exists.
            ...(by === undefined ? [organizationExists(TableName, account.orgId)] : []),
            audit.record(account, event),
            ...recordWrites(TableName, change, before.keys),
            ...result.removed.flatMap((key) => deleteKeyItems(TableName, key)),
          ],
          token,
        );
        if (unmet.length === 0) return 'changed';
        const positions = unmet.map(({ position }) => position);
        if (answer !== undefined && positions.includes(1)) return 'answered';
        if (by === undefined && positions.includes(answer === undefined ? 1 : 2))
          return 'unknown-organization';
        if (!positions.includes(0)) throw new KeyExistsError();
        if (attempt === MAX_ATTEMPTS)
          throw new ContendedWriteError(`the keys changed ${attempt} times in the meantime`);
        await wait(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * Math.random());
        // After the wait, the register of the failed attempt is probably stale.
        before = await readRegister(client, TableName, account);
      }
    },

    ...createDynamoDbKeyList(client, TableName),

    /** Adds a key without an organization. */
    async addUnassigned(record: ApiKeyRecord): Promise<void> {
      const unmet = await transactWrite(client, putNewKey(TableName, record));
      if (unmet.length > 0) throw new KeyExistsError();
    },

    /** Deletes a key without an organization. Returns false if there is no such key. */
    async removeUnassigned(keyId: string): Promise<boolean> {
      const record = await find(keyId);
      if (record === undefined || record.orgId !== undefined) return false;
      await transactWrite(client, deleteKeyItems(TableName, record));
      return true;
    },
  };
}

export type ApiKeyStore = ReturnType<typeof createDynamoDbApiKeyStore>;

const organizationExists = (TableName: string, orgId: string): TransactItem => ({
  ConditionCheck: {
    TableName,
    Key: organizationKey(orgId),
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/** The writes of records, except for records that the register says are removed. */
function recordWrites(
  TableName: string,
  change: KeyChange,
  keys: readonly { readonly keyId: string; readonly hash: string }[],
): readonly TransactItem[] {
  if (change.type === 'remove') return [];
  const created = putNewKey(TableName, change.record);
  if (change.type === 'add') return created;
  const old = keys.find(({ keyId }) => keyId === change.keyId);
  if (old === undefined) return created;
  return [
    ...created,
    {
      Update: {
        TableName,
        Key: apiKeyKey(old.hash),
        UpdateExpression: 'SET expiresAt = :endsAt',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':endsAt': change.endsAt },
      },
    },
  ];
}
