import { listChatsAnswer } from '../../shared/chats/chat.ts';
import { CHAT_FIELDS } from '../../shared/chats/chat-description.ts';
import { listChatsParameters } from '../../shared/chats/chat-request.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-chats',
  method: 'GET',
  path: '/api/v1/chats',
  tag: 'Chats',
  summary: 'List chats',
  description:
    'Lists the chats of the organization and mode of the key, newest first, without texts and lanes.',
  query: {
    schema: listChatsParameters,
    fields: { cursor: '`next_cursor` of the previous page.', limit: 'Maximum chats of the page.' },
  },
  response: {
    schema: listChatsAnswer,
    description: 'A page of chats.',
    fields: {
      chats: 'Newest first.',
      'chats[].chat_id': CHAT_FIELDS.chat_id,
      'chats[].title': CHAT_FIELDS.title,
      'chats[].status': CHAT_FIELDS.status,
      'chats[].channel': CHAT_FIELDS.channel,
      'chats[].created_at': CHAT_FIELDS.created_at,
      'chats[].customer': CHAT_FIELDS.customer,
      'chats[].lanes': 'Number of lanes.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  tables: { rfps: ['Query'] },
  // Not the RFPs of the table.
  leadingKeys: { rfps: ['*#chats'] },
  impact: 'Callers cannot list their chats; each one can still be read by its id.',
} satisfies Operation;
