import * as v from 'valibot';
import { IDEMPOTENCY_CONFLICT_ERROR } from '../../shared/accounts/idempotency/answer-once.ts';
import { chatAnswer } from '../../shared/chats/chat.ts';
import { CHAT_SCHEMAS } from '../../shared/chats/chat-description.ts';
import {
  CHAT_NOT_FOUND,
  CHAT_TOO_LONG,
  INVALID_CHAT,
  NEW_MESSAGE_FIELDS,
  newMessageBody,
} from '../../shared/chats/chat-request.ts';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'add-chat-message',
  method: 'POST',
  path: '/api/v1/chats/{chat_id}/messages',
  tag: 'Chats',
  summary: 'Answer or correct a chat',
  description:
    'Adds a text that answers questions, corrects lanes or adds some. All lanes are read again, so that the version of the chat changes.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: newMessageBody,
    fields: NEW_MESSAGE_FIELDS,
  },
  response: {
    schema: v.object({ ...chatAnswer.entries, ...ignoredFields }),
    description: 'The chat.',
    fields: { warnings: IGNORED_FIELDS_TEXT },
  },
  errors: [INVALID_CHAT, CHAT_TOO_LONG, CHAT_NOT_FOUND, IDEMPOTENCY_CONFLICT_ERROR],
  schemas: CHAT_SCHEMAS,
  tables: {
    rfps: ['GetItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
  },
  // Not the RFPs of the table.
  leadingKeys: { rfps: ['*#chats'] },
  data: ['terminals', 'places'],
  readsTexts: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot answer questions of chats; chats can be read.',
} satisfies Operation;
