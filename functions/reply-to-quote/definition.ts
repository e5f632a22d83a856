import { replyDraft } from '../../shared/quotes/reply-to-quote.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'reply-to-quote',
  method: 'GET',
  path: '/api/v1/quotes/{quote_id}/reply',
  tag: 'Quotes',
  summary: 'Draft a mail',
  description:
    'Returns the draft of a mail to the customer with the price of a quote, its charges, days, validity and charges after the move. It has no cost, margin or warning. Nothing is sent.',
  response: {
    schema: replyDraft,
    description: 'The draft.',
    fields: { subject: 'Subject of the mail.', text: 'Plain text.' },
  },
  errors: [QUOTE_NOT_FOUND],
  tables: { quotes: ['Query'] },
  impact: 'Callers get no drafts of mails; quotes and sheets can be read.',
} satisfies Operation;
