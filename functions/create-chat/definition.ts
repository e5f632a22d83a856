import * as v from 'valibot';
import { IDEMPOTENCY_CONFLICT_ERROR } from '../../shared/accounts/idempotency/answer-once.ts';
import { chatAnswer, MAX_SUBJECT_LENGTH } from '../../shared/chats/chat.ts';
import { CHAT_SCHEMAS } from '../../shared/chats/chat-description.ts';
import {
  CHAT_TOO_LONG,
  INVALID_CHAT,
  NEW_MESSAGE_FIELDS,
  newChatBody,
} from '../../shared/chats/chat-request.ts';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-chat',
  method: 'POST',
  path: '/api/v1/chats',
  tag: 'Chats',
  summary: 'Create a chat',
  description:
    'Reads the moves that a text asks for, such as a pasted mail. Older messages of a thread, signatures, disclaimers and instructions to the reader are no lanes. What the text does not say stays empty, and each value has the part of the text that it comes from. Nothing is priced or sent, apart from the event `chat.created`.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: newChatBody,
    fields: {
      ...NEW_MESSAGE_FIELDS,
      subject: `Subject of the mail, at most ${MAX_SUBJECT_LENGTH} characters.`,
      customer: 'Name of the customer, for the quotes and RFPs of the chat.',
      channel: 'Where the text comes from. Default: `api`.',
    },
  },
  response: {
    schema: v.object({ ...chatAnswer.entries, ...ignoredFields }),
    description: 'The chat.',
    fields: { warnings: IGNORED_FIELDS_TEXT },
  },
  errors: [INVALID_CHAT, CHAT_TOO_LONG, IDEMPOTENCY_CONFLICT_ERROR],
  schemas: CHAT_SCHEMAS,
  tables: {
    rfps: ['PutItem'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
  },
  // Not the RFPs of the table.
  leadingKeys: { rfps: ['*#chats'] },
  data: ['terminals', 'places'],
  readsTexts: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot create chats; quotes work.',
} satisfies Operation;
