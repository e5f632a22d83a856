import { deleteChatAnswer } from '../../shared/chats/chat.ts';
import { CHAT_NOT_FOUND } from '../../shared/chats/chat-request.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-chat',
  method: 'DELETE',
  path: '/api/v1/chats/{chat_id}',
  tag: 'Chats',
  summary: 'Delete a chat',
  description: 'Deletes a chat with its texts and files. Quotes and RFPs that were made of it stay.',
  response: {
    schema: deleteChatAnswer,
    description: 'The chat was deleted.',
    fields: {
      chat: 'The deleted chat.',
      'chat.chat_id': 'Id of the deleted chat.',
    },
  },
  errors: [CHAT_NOT_FOUND],
  tables: { rfps: ['DeleteItem'] },
  // Not the RFPs of the table.
  leadingKeys: { rfps: ['*#chats'] },
  uploads: 'delete-chat-files',
  impact: 'Callers cannot delete chats; they expire after 180 days.',
} satisfies Operation;
