import * as v from 'valibot';
import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { utcDay } from '../platform/time/utc-calendar.ts';
import {
  type ChatDocument,
  type ChatId,
  describeChat,
  MAX_MESSAGES,
  MAX_TEXT_LENGTH,
  parseChatId,
  type StoredChat,
  type StoredMessage,
} from './chat.ts';
import { chatNotFound, chatTooLong, newChatBody, newMessageBody, readTextFields } from './chat-request.ts';
import type { ChatStore } from './dynamodb-chats.ts';
import type { ChatText } from './grammar/read-lanes.ts';
import type { ChatReading } from './read-chat-lanes.ts';

export interface WriteChatPorts {
  readonly chats: Pick<ChatStore, 'create' | 'replace' | 'read'>;
  readonly readLanes: (texts: readonly ChatText[]) => Promise<ChatReading>;
  readonly newChatId: (now: Date) => ChatId;
  readonly now: () => Date;
}

type ChatAnswer = Answer<{ readonly chat: ChatDocument }>;

/** Reads a text and stores nothing. */
export const readTextUseCase =
  (readLanes: (texts: readonly ChatText[]) => ChatReading, now: () => Date) =>
  (body: unknown): Outcome<ChatReading> => {
    const read = readTextFields(v.pick(newChatBody, ['text', 'subject', 'received_at']), body, now());
    if (!read.ok) return read;
    const { text, subject, received_at: receivedAt = utcDay(now()) } = read.body;
    return succeed(readLanes([{ text, subject: subject ?? '', day: receivedAt.slice(0, 10) }]));
  };

/** Other callers can answer a chat at the same time. */
const MAX_ATTEMPTS = 3;

/** Creates chats and adds texts to them. A text only makes lanes and questions: it never prices, sends or changes anything. */
export function writeChatUseCases({ chats, readLanes, newChatId, now }: WriteChatPorts) {
  const readingOf = ({ subject, messages }: Pick<StoredChat, 'subject' | 'messages'>) =>
    readLanes(messages.map(({ text, receivedAt }) => ({ text, subject, day: receivedAt.slice(0, 10) })));

  const answered = (outcome: 'written' | 'changed' | 'answered', chat: StoredChat): ChatAnswer =>
    outcome === 'answered' ? reject(KEY_IN_USE) : succeed({ chat: describeChat(chat) });
  const bodyOf = (chat: StoredChat, keyed: KeyedCall | undefined) =>
    keyed && { call: keyed, body: JSON.stringify({ chat: describeChat(chat) }) };

  return {
    async create(body: unknown, caller: Account, keyed?: KeyedCall): Promise<ChatAnswer> {
      const read = readTextFields(newChatBody, body, now());
      if (!read.ok) return read;
      const { text, subject = '', customer = '', received_at: receivedAt, channel = 'api' } = read.body;
      const messages: readonly StoredMessage[] = [{ text, receivedAt: receivedAt ?? utcDay(now()) }];
      const chat: StoredChat = {
        ...{ chatId: newChatId(now()), version: 1, channel, customer: customer.trim(), subject, messages },
        ...(await readingOf({ subject, messages })),
        ...{ attachments: [], quotes: {} },
      };
      return answered(await chats.create(caller, chat, bodyOf(chat, keyed)), chat);
    },

    async addMessage(id: string, body: unknown, caller: Account, keyed?: KeyedCall): Promise<ChatAnswer> {
      const read = readTextFields(newMessageBody, body, now());
      if (!read.ok) return read;
      const { text, received_at: receivedAt } = read.body;
      const chatId = parseChatId(id);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const before = chatId && (await chats.read(caller, chatId));
        if (!before) return reject(chatNotFound(id));
        const messages = [...before.messages, { text, receivedAt: receivedAt ?? utcDay(now()) }];
        if (messages.length > MAX_MESSAGES) return reject(chatTooLong(MAX_MESSAGES, 'messages'));
        if (messages.reduce((sum, message) => sum + message.text.length, 0) > MAX_TEXT_LENGTH)
          return reject(chatTooLong(MAX_TEXT_LENGTH, 'characters'));
        const chat = {
          ...before,
          version: before.version + 1,
          messages,
          ...(await readingOf({ ...before, messages })),
        };
        const outcome = await chats.replace(caller, chat, bodyOf(chat, keyed));
        if (outcome !== 'changed') return answered(outcome, chat);
      }
      throw new ContendedWriteError('other calls wrote the chat first each time');
    },
  };
}
