import { readChatAnswer } from '../../shared/chats/chat.ts';
import { CHAT_FIELDS, CHAT_SCHEMAS } from '../../shared/chats/chat-description.ts';
import { CHAT_NOT_FOUND } from '../../shared/chats/chat-request.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-chat',
  method: 'GET',
  path: '/api/v1/chats/{chat_id}',
  tag: 'Chats',
  summary: 'Read a chat',
  description: 'Returns a chat with its texts, lanes, questions, and the quotes of its current version.',
  response: {
    schema: readChatAnswer,
    description: 'The chat.',
    fields: {
      chat: 'The chat.',
      ...Object.fromEntries(Object.entries(CHAT_FIELDS).map(([name, text]) => [`chat.${name}`, text])),
      'chat.subject': 'Subject of the first text; empty if there is none.',
      'chat.messages': 'The texts, oldest first.',
      'chat.messages[].text': 'The text as it was sent.',
      'chat.messages[].received_at': 'When it was written.',
      'chat.quotes': 'Quotes of the current version.',
      'chat.quotes[].lane': 'Index of the lane.',
      'chat.quotes[].quote_id': 'Id of its quote.',
    },
  },
  errors: [CHAT_NOT_FOUND],
  schemas: CHAT_SCHEMAS,
  tables: { rfps: ['GetItem'] },
  // Not the RFPs of the table.
  leadingKeys: { rfps: ['*#chats'] },
  impact: 'Callers cannot read a chat; its quotes can be read.',
} satisfies Operation;
