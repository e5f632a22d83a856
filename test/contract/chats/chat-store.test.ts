import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChatIds, type StoredChat } from '../../../shared/chats/chat.ts';
import { createDynamoDbChats } from '../../../shared/chats/dynamodb-chats.ts';
import { createDynamoDbMailboxes } from '../../../shared/chats/dynamodb-mailboxes.ts';
import { newAccount, startRfps, type Table } from '../rfps/rfps-under-test.ts';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const DAYS = 86_400_000;

let table: Table;
beforeAll(async () => {
  table = await startRfps();
}, 180_000);
afterAll(() => table.stop());

const newChatId = createChatIds();
const newChat = (text = 'LBCT to Fontana, CA'): StoredChat => ({
  ...{ chatId: newChatId(NOW), version: 1, channel: 'api', customer: 'Bluepine Foods', subject: '' },
  ...{ messages: [{ text, receivedAt: '2026-11-30' }], lanes: [], questions: [], quotes: {} },
  attachments: [],
  adapter: 'grammar',
});
const chatsAt = (now = NOW) =>
  createDynamoDbChats({ client: table.client, table: table.rfpsTable, now: () => now });

describe('chats of an account', () => {
  it('are read as they were written, by their own account only', async () => {
    const [account, chat] = [newAccount(), newChat('😀 \u0000 \ud800 text')];
    expect(await chatsAt().create(account, chat)).toBe('written');
    expect(await chatsAt().read(account, chat.chatId)).toEqual(chat);
    for (const other of [newAccount(), { ...account, mode: 'live' as const }]) {
      expect(await chatsAt().read(other, chat.chatId)).toBeUndefined();
      expect(await chatsAt().delete(other, chat.chatId)).toBeUndefined();
      expect((await chatsAt().list(other, 20, undefined)).chats).toEqual([]);
    }
    expect(await chatsAt().delete(account, chat.chatId)).toEqual(chat);
    expect(await chatsAt().read(account, chat.chatId)).toBeUndefined();
  });

  it('are one for a mail of each account, and expire with the note of it', async () => {
    const mailboxes = createDynamoDbMailboxes(table.client, table.rfpsTable);
    const accounts = [newAccount(), newAccount()];
    for (const account of accounts) {
      const [first, second] = [newChat(), newChat()];
      const create = (chat: StoredChat) =>
        chatsAt().create(account, chat, undefined, mailboxes.putChat(account, 'mail 1', chat.chatId));
      expect([await create(first), await create(second)]).toEqual(['written', 'answered']);
      expect(await mailboxes.chatOf(account, 'mail 1')).toBe(first.chatId);
      expect((await chatsAt().list(account, 20, undefined)).chats).toEqual([first]);
    }
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.rfpsTable }));
    const notes = Items.filter(({ sk }) => String(sk).startsWith('id#'));
    expect(notes.map(({ ttl }) => ttl)).toEqual(accounts.map(() => (NOW.getTime() + 180 * DAYS) / 1000));
  });

  it('have an address for each account, which stays when its senders change', async () => {
    const mailboxes = createDynamoDbMailboxes(table.client, table.rfpsTable);
    const [account, other] = [newAccount(), newAccount()];
    const caller = { ...account, keyId: 'key_1', requestId: '1' };
    expect(await mailboxes.settings(account)).toEqual({ name: undefined, senders: [] });
    const first = await mailboxes.replaceSenders(caller, ['a@b.test'], NOW);
    const second = await mailboxes.replaceSenders(caller, [], NOW);
    expect(second).toEqual({ name: first.name, senders: [] });
    expect(await mailboxes.settings(account)).toEqual(second);
    expect(await mailboxes.accountOf(first.name ?? '')).toEqual(account);
    expect(await mailboxes.accountOf('q-other')).toBeUndefined();
    const theirs = await mailboxes.replaceSenders({ ...caller, ...other }, [], NOW);
    expect(theirs.name).not.toBe(first.name);
    // Two callers at the same moment make one address.
    const fresh = { ...caller, ...newAccount() };
    const both = await Promise.all([
      mailboxes.replaceSenders(fresh, ['a@b.test'], NOW),
      mailboxes.replaceSenders(fresh, ['c@d.test'], NOW),
    ]);
    expect(both[0]?.name).toBe(both[1]?.name);
  });

  it('are listed newest first, page by page', async () => {
    const account = newAccount();
    const chats = [newChat(), newChat(), newChat()];
    for (const chat of chats) await chatsAt().create(account, chat);
    const first = await chatsAt().list(account, 2, undefined);
    const second = await chatsAt().list(account, 2, first.next);
    expect([...first.chats, ...second.chats]).toEqual(chats.toReversed());
    expect(second.next).toBeUndefined();
  });

  it('expire after 180 days, also before DynamoDB deletes them', async () => {
    const [account, chat] = [newAccount(), newChat()];
    await chatsAt().create(account, chat);
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.rfpsTable }));
    const item = Items.find(({ sk }) => sk === chat.chatId);
    expect(item?.ttl).toBe((NOW.getTime() + 180 * DAYS) / 1000);
    // Texts are only in the compressed part.
    expect(JSON.stringify({ ...item, data: '' })).not.toContain('2026-11-30T');
    const late = chatsAt(new Date(NOW.getTime() + 181 * DAYS));
    expect(await late.read(account, chat.chatId)).toBeUndefined();
    expect((await late.list(account, 20, undefined)).chats).toEqual([]);
  });

  it('get one next version; quotes of earlier versions stay', async () => {
    const [account, chat] = [newAccount(), newChat()];
    await chatsAt().create(account, chat);
    await chatsAt().addQuote(account, chat, 0, 'Q-1');
    const next = {
      ...chat,
      version: 2,
      messages: [...chat.messages, { text: 'more', receivedAt: '2026-12-01' }],
    };
    const outcomes = await Promise.all([chatsAt().replace(account, next), chatsAt().replace(account, next)]);
    expect(outcomes.toSorted()).toEqual(['changed', 'written']);
    expect(await chatsAt().read(account, chat.chatId)).toEqual({ ...next, quotes: { '0#1': 'Q-1' } });
  });
});
