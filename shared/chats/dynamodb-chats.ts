import { randomUUID } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { KeyedAnswer } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { type Account, KEY_MODES } from '../platform/account/account.ts';
import { itemsBetween, pageOfMatches } from '../platform/dynamodb/page-of-matches.ts';
import { type TransactItem, transactWrite } from '../platform/dynamodb/transact-write.ts';
import {
  CHAT_CHANNELS,
  type ChatId,
  chatExpiry,
  parseChatId,
  type StoredChat,
  statusOf,
  titleOf,
} from './chat.ts';

const QUALITY = 5;

/** Chats of an account are one partition of the table of RFPs, so that a list is one query. */
export const chatsKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}#chats`;
const keyOf = (account: Account, chatId: ChatId) => ({ pk: chatsKey(account), sk: chatId });

type Data = Pick<
  StoredChat,
  'customer' | 'subject' | 'messages' | 'adapter' | 'lanes' | 'questions' | 'attachments'
>;

const chatItem = v.object({
  sk: v.custom<ChatId>((value) => parseChatId(value) !== undefined),
  version: v.number(),
  channel: v.picklist(CHAT_CHANNELS),
  quotes: v.record(v.string(), v.string()),
  data: v.instance(Uint8Array),
});

const accountItem = v.object({ orgId: v.string(), mode: v.picklist(KEY_MODES) });

/** @throws ValiError if the item is not of a chat. */
export function readChatItem(item: unknown): StoredChat {
  const { sk: chatId, data, ...head } = v.parse(chatItem, item);
  return { chatId, ...head, ...(JSON.parse(brotliDecompressSync(data).toString()) as Data) };
}

/** A chat in a record of the stream. @throws ValiError if the image is not of a chat. */
export function readChatImage(image: Record<string, AttributeValue>): { account: Account; chat: StoredChat } {
  const item = unmarshall(image);
  // Lambda sends binary attributes as base64.
  if (typeof item.data === 'string') item.data = new Uint8Array(Buffer.from(item.data, 'base64'));
  return { account: v.parse(accountItem, item), chat: readChatItem(item) };
}

function dataOf(chat: StoredChat): Uint8Array {
  const { customer, subject, messages, adapter, lanes, questions, attachments } = chat;
  const data: Data = { customer, subject, messages, adapter, lanes, questions, attachments };
  return brotliCompressSync(JSON.stringify(data), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
  });
}

/** What events and lists need, next to the data. */
const headOf = (chat: StoredChat) => ({
  title: titleOf(chat),
  status: statusOf(chat),
  laneCount: chat.lanes.length,
});

export type ChatWrite = 'written' | 'changed' | 'answered';

export interface ChatsTable {
  readonly client: DynamoDBDocumentClient;
  /** Key `pk` and `sk`, time to live `ttl`. */
  readonly table: string;
  readonly now: () => Date;
  /** The write of an answer to a call with an Idempotency-Key, for functions that write chats. */
  readonly putAnswer?: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
}

export type ChatStore = ReturnType<typeof createDynamoDbChats>;

/** Chats in the table of RFPs. IAM: `GetItem`, `Query`; `PutItem` or `UpdateItem` to write, `DeleteItem` to delete. */
export function createDynamoDbChats({ client, table: TableName, now, putAnswer }: ChatsTable) {
  const isCurrent = ({ chatId }: StoredChat): boolean => chatExpiry(chatId) > now().getTime() / 1000;

  const write = async (
    chatWrite: TransactItem,
    answer: KeyedAnswer | undefined,
    ofMail?: TransactItem,
  ): Promise<ChatWrite> => {
    const token = randomUUID();
    const answered = answer && putAnswer ? [putAnswer(answer, token)] : [];
    const unmet = await transactWrite(client, [chatWrite, ...(ofMail ? [ofMail] : answered)], token);
    if (unmet.length === 0) return 'written';
    return unmet.some(({ position }) => position === 1) ? 'answered' : 'changed';
  };

  return {
    /** @param ofMail the write that keeps the chat of a mail: `answered` if the mail has one. */
    create: (
      account: Account,
      chat: StoredChat,
      answer?: KeyedAnswer,
      ofMail?: TransactItem,
    ): Promise<ChatWrite> =>
      write(
        {
          Put: {
            TableName,
            Item: {
              ...keyOf(account, chat.chatId),
              ...{ orgId: account.orgId, mode: account.mode },
              ...headOf(chat),
              ...{
                version: chat.version,
                channel: chat.channel,
                customer: chat.customer,
                quotes: chat.quotes,
              },
              data: dataOf(chat),
              ttl: chatExpiry(chat.chatId),
            },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        answer,
        ofMail,
      ),

    /** Writes the next version of a chat, if the stored one is that before it. Its quotes stay. */
    replace: (account: Account, chat: StoredChat, answer?: KeyedAnswer): Promise<ChatWrite> => {
      const { title, status, laneCount } = headOf(chat);
      return write(
        {
          Update: {
            TableName,
            Key: keyOf(account, chat.chatId),
            UpdateExpression:
              'SET #data = :data, version = :version, title = :title, #status = :status, laneCount = :lanes',
            ConditionExpression: 'version = :before',
            ExpressionAttributeNames: { '#data': 'data', '#status': 'status' },
            ExpressionAttributeValues: {
              ...{ ':data': dataOf(chat), ':version': chat.version, ':before': chat.version - 1 },
              ...{ ':title': title, ':status': status, ':lanes': laneCount },
            },
          },
        },
        answer,
      );
    },

    async read(account: Account, chatId: ChatId): Promise<StoredChat | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keyOf(account, chatId), ConsistentRead: true }),
      );
      const chat = Item && readChatItem(Item);
      return chat && isCurrent(chat) ? chat : undefined;
    },

    async list(account: Account, limit: number, after: ChatId | undefined) {
      const range = {
        pk: chatsKey(account),
        from: ' ',
        to: after ?? '~',
        newestFirst: true,
        pageSize: limit + 2,
      };
      const chats = async function* () {
        for await (const item of itemsBetween(client, TableName, range)) yield readChatItem(item);
      };
      const { rows, next } = await pageOfMatches(chats(), {
        idOf: ({ chatId }) => chatId,
        matches: isCurrent,
        limit,
        after,
      });
      return { chats: rows, next };
    },

    /** @returns the chat, if there was one. */
    async delete(account: Account, chatId: ChatId): Promise<StoredChat | undefined> {
      const command = new DeleteCommand({ TableName, Key: keyOf(account, chatId), ReturnValues: 'ALL_OLD' });
      const { Attributes } = await client.send(command);
      const chat = Attributes && readChatItem(Attributes);
      return chat && isCurrent(chat) ? chat : undefined;
    },

    /** Remembers the quote of a lane. */
    async addQuote(
      account: Account,
      { chatId, version }: StoredChat,
      lane: number,
      quoteId: string,
    ): Promise<void> {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(account, chatId),
          UpdateExpression: 'SET quotes.#lane = :quote',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#lane': `${lane}#${version}` },
          ExpressionAttributeValues: { ':quote': quoteId },
        }),
      );
    },
  };
}
