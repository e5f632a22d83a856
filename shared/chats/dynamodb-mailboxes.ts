import { createHash, randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { auditEvent, authorOf } from '../accounts/audit/audit-event.ts';
import type { AuditWriter } from '../accounts/audit/dynamodb-audit-log.ts';
import { type Account, type Caller, KEY_MODES } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { type TransactItem, transactWrite } from '../platform/dynamodb/transact-write.ts';
import { type ChatId, chatExpiry, parseChatId } from './chat.ts';

export interface MailSettings {
  /** The address before the "@"; undefined before the first change. */
  readonly name: string | undefined;
  /** Addresses in lower case. */
  readonly senders: readonly string[];
}

const settingsItem = v.object({ name: v.string(), senders: v.array(v.string()) });
const addressItem = v.object({ orgId: v.string(), mode: v.picklist(KEY_MODES) });
const receivedItem = v.object({ chatId: v.custom<ChatId>((value) => parseChatId(value) !== undefined) });

/** The settings of an account, for its export. @throws ValiError if the item is not of settings. */
export const readMailSettingsItem = (item: unknown): MailSettings => v.parse(settingsItem, item);

const mailKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}#mail`;
export const MAIL_SETTINGS_KEY = 'settings';
const settingsKey = (account: Account) => ({ pk: mailKey(account), sk: MAIL_SETTINGS_KEY });
export const MAIL_ADDRESS_PREFIX = 'mail#';
const addressKey = (name: string) => ({ pk: `${MAIL_ADDRESS_PREFIX}${name}`, sk: 'address' });
/** Of a fixed length, whatever the sender wrote. */
const receivedKey = (account: Account, mailId: string) => ({
  pk: mailKey(account),
  sk: `id#${createHash('sha256').update(mailId).digest('hex')}`,
});

/** 100 bits, in the letters and digits of every mail system. */
const newName = (): string =>
  `q-${BigInt(`0x${randomBytes(13).toString('hex')}`)
    .toString(36)
    .padStart(21, '0')}`;

/** Other calls can change the settings at the same time. */
const MAX_ATTEMPTS = 3;

export type Mailboxes = ReturnType<typeof createDynamoDbMailboxes>;

/**
 * Mail addresses of accounts in the table of RFPs, which senders they have, and which mails they received. IAM: `GetItem`;
 * `PutItem` to change or receive.
 */
export function createDynamoDbMailboxes(
  client: DynamoDBDocumentClient,
  TableName: string,
  audit?: AuditWriter,
) {
  const read = async (Key: { readonly pk: string; readonly sk: string }) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const settings = async (account: Account): Promise<MailSettings> => {
    const item = await read(settingsKey(account));
    return item === undefined ? { name: undefined, senders: [] } : v.parse(settingsItem, item);
  };

  return {
    settings,

    async replaceSenders(caller: Caller, senders: readonly string[], at: Date): Promise<MailSettings> {
      const { orgId, mode } = caller;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const before = await settings(caller);
        // So that a repeated call leaves one event.
        if (before.name !== undefined && senders.join() === before.senders.join()) return before;
        const name = before.name ?? newName();
        const change = {
          action: 'organization.mail_changed',
          target: { type: 'organization', id: orgId },
          details: {
            added: senders.filter((sender) => !before.senders.includes(sender)),
            removed: before.senders.filter((sender) => !senders.includes(sender)),
          },
        } as const;
        const unmet = await transactWrite(client, [
          {
            Put: {
              TableName,
              Item: { ...settingsKey(caller), name, senders: [...senders] },
              ConditionExpression:
                before.name === undefined ? 'attribute_not_exists(pk)' : 'senders = :before',
              ...(before.name === undefined
                ? {}
                : { ExpressionAttributeValues: { ':before': [...before.senders] } }),
            },
          },
          ...(before.name === undefined
            ? [{ Put: { TableName, Item: { ...addressKey(name), orgId, mode } } }]
            : []),
          ...(audit ? [audit.record(caller, auditEvent(change, authorOf(caller), at))] : []),
        ]);
        if (unmet.length === 0) return { name, senders };
      }
      throw new ContendedWriteError('other calls changed the senders first each time');
    },

    /** The account of an address. @param name before the "@", in lower case. */
    async accountOf(name: string): Promise<Account | undefined> {
      const item = await read(addressKey(name));
      return item && v.parse(addressItem, item);
    },

    /** The chat of a mail that an account received before. @param mailId by which a repeated mail is recognized. */
    async chatOf(account: Account, mailId: string): Promise<ChatId | undefined> {
      const item = await read(receivedKey(account, mailId));
      return item && v.parse(receivedItem, item).chatId;
    },

    /** The write that keeps the chat of a mail, for the transaction with the chat. It fails if the mail has one. */
    putChat: (account: Account, mailId: string, chatId: ChatId): TransactItem => ({
      Put: {
        TableName,
        Item: { ...receivedKey(account, mailId), chatId, ttl: chatExpiry(chatId) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    }),
  };
}
