import * as v from 'valibot';
import { chatQuote, chatQuotesAnswer, MAX_QUOTED_LANES } from '../../shared/chats/chat.ts';
import { CHAT_NOT_FOUND, chatQuotesBody, INVALID_CHAT } from '../../shared/chats/chat-request.ts';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'quote-chat',
  method: 'POST',
  path: '/api/v1/chats/{chat_id}/quotes',
  tag: 'Chats',
  summary: 'Quote the lanes of a chat',
  description: `Makes a quote of each lane, at most ${MAX_QUOTED_LANES}, as the creation of a quote does: each lane is priced and counted by itself, and has a quote or an error. A lane has one quote for each version of the chat, so that a repeated call makes no second one.`,
  body: {
    schema: chatQuotesBody,
    fields: {
      lanes: '`all`, or indexes of lanes. For more lanes, make an RFP.',
      price:
        'The price that a person sets for each of these lanes, as in the creation of a quote. A lane that has a quote with another price answers an error.',
    },
  },
  response: {
    schema: v.object({ ...chatQuotesAnswer.entries, ...ignoredFields }),
    description: 'The quotes and errors, in the order of the lanes.',
    fields: { quotes: 'One entry for each lane.', warnings: IGNORED_FIELDS_TEXT },
  },
  errors: [INVALID_CHAT, CHAT_NOT_FOUND],
  schemas: {
    ...QUOTE_SCHEMAS,
    ChatQuote: {
      schema: chatQuote,
      description: 'A lane with its quote, or with the error of its creation.',
      fields: {
        lane: 'Index of the lane.',
        quote: 'The quote. Absent: see `error`.',
        error: 'Why there is no quote, as the creation of a quote answers it.',
        'error.code': 'Code of the error.',
        'error.message': 'What to change.',
        'error.details': 'Details of the error, such as `candidates` of a place.',
        'error.details.*': 'A detail.',
      },
    },
  },
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['Query', 'UpdateItem'],
    quotes: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    strategies: ['Query'],
    contracts: ['BatchGetItem', 'Query'],
    rfps: ['GetItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  leadingKeys: { rfps: ['*#chats'] },
  data: ['terminals', 'places'],
  roadDistances: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot quote lanes of chats; quotes can be created one by one.',
} satisfies Operation;
