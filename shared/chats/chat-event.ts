import type { Account } from '../platform/account/account.ts';
import { eventIdFor } from '../webhooks/events/event-id.ts';
import type { EventMessage } from '../webhooks/events/event-message.ts';
import { chatCreatedAt, type StoredChat, statusOf, titleOf } from './chat.ts';

/** The event of a new chat: the same chat always has the same event, including its id. */
export function chatEventMessage({ orgId, mode }: Account, chat: StoredChat): EventMessage {
  const { chatId, channel, customer, lanes } = chat;
  const createdAt = chatCreatedAt(chatId).toISOString();
  return {
    orgId,
    id: eventIdFor([orgId, mode, chatId, 'created']),
    event: 'chat.created',
    created: createdAt,
    livemode: mode === 'live',
    object: {
      chatId,
      title: titleOf(chat),
      channel,
      status: statusOf(chat),
      customer,
      lanes: lanes.length,
      createdAt,
    },
  };
}
