import { CHAT_NOT_FOUND } from '../../shared/chats/chat-request.ts';
import { replyDraft } from '../../shared/quotes/reply-to-quote.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'reply-to-chat',
  method: 'GET',
  path: '/api/v1/chats/{chat_id}/reply',
  tag: 'Chats',
  summary: 'Draft a reply',
  description:
    'Returns the draft of an answer to the customer, with the price, validity, assumptions and questions of each lane. Nothing is sent.',
  response: {
    schema: replyDraft,
    description: 'The draft.',
    fields: { subject: 'Subject of the mail.', text: 'Plain text.' },
  },
  errors: [CHAT_NOT_FOUND],
  tables: { rfps: ['GetItem'], quotes: ['Query'] },
  // Not the RFPs of the table.
  leadingKeys: { rfps: ['*#chats'] },
  impact: 'Callers get no drafts of replies; quotes can be read.',
} satisfies Operation;
