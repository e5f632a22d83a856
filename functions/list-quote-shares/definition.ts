import { SHARE_FIELDS } from '../../shared/quotes/sharing/share-document.ts';
import { listSharesAnswer, listSharesParameters } from '../../shared/quotes/sharing/share-quote.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-quote-shares',
  method: 'GET',
  path: '/api/v1/shares',
  tag: 'Quotes',
  summary: 'List share links of quotes',
  description:
    'Lists the share links of the organization and mode of the key, without their addresses. Expired links are left out. The list is strongly consistent. A page can be shorter than `limit`, or empty, and not be the last page: read until `next_cursor` is null.',
  query: {
    schema: listSharesParameters,
    fields: { cursor: '`next_cursor` of the previous page.', limit: 'Maximum links of the page.' },
  },
  response: {
    schema: listSharesAnswer,
    description: 'A page of share links.',
    fields: {
      shares: 'The link of the newest quote first.',
      ...Object.fromEntries(Object.entries(SHARE_FIELDS).map(([name, text]) => [`shares[].${name}`, text])),
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  tables: { quotes: ['Query'] },
  impact: 'Callers cannot list their share links; the links work.',
} satisfies Operation;
