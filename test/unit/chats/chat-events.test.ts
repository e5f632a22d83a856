import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { newChatEventOf } from '../../../functions/publish-rfp-changes/rfp-changes.ts';
import { createChatIds, type StoredChat } from '../../../shared/chats/chat.ts';
import { createDynamoDbChats } from '../../../shared/chats/dynamodb-chats.ts';
import { EVENT_OBJECTS } from '../../../shared/webhooks/events/event-objects.ts';

const account = { orgId: 'org_1', mode: 'live' } as const;
const chat: StoredChat = {
  ...{
    chatId: createChatIds()(new Date()),
    version: 1,
    channel: 'console',
    customer: 'Acme',
    subject: 'Rates',
  },
  ...{
    messages: [{ text: 'LBCT to Fontana', receivedAt: '2026-11-30' }],
    adapter: 'grammar',
    lanes: [],
    questions: [],
    ...{ attachments: [], quotes: {} },
  },
};

/** The record of the stream as Lambda gets it, with binary attributes as base64. */
async function recordOf(eventName: 'INSERT' | 'MODIFY' | 'REMOVE'): Promise<DynamoDBRecord> {
  let item: Record<string, unknown> = {};
  const client = {
    send: async ({ input }: { input: { TransactItems: readonly { Put: { Item: typeof item } }[] } }) => {
      item = input.TransactItems[0]?.Put.Item ?? {};
      return {};
    },
  };
  const chats = createDynamoDbChats({ client: client as never, table: 'rfps', now: () => new Date() });
  await chats.create(account, chat);
  const { data, ...rest } = item;
  const image = { ...marshall(rest), data: { B: Buffer.from(data as Uint8Array).toString('base64') } };
  return { eventName, dynamodb: { Keys: { sk: { S: chat.chatId } }, NewImage: image as never } };
}

it('a new chat, and only a new one, is an event with the described object', async () => {
  const event = newChatEventOf(await recordOf('INSERT'));
  expect(event).toMatchObject({
    ...{ orgId: 'org_1', event: 'chat.created', livemode: true },
    object: { chatId: chat.chatId, title: 'Rates', channel: 'console', status: 'no_lanes', lanes: 0 },
  });
  expect(v.is(EVENT_OBJECTS['chat.created'], event?.object)).toBe(true);
  expect(newChatEventOf(await recordOf('INSERT'))?.id).toBe(event?.id);
  expect(newChatEventOf(await recordOf('MODIFY'))).toBeUndefined();
  expect(newChatEventOf(await recordOf('REMOVE'))).toBeUndefined();
});
