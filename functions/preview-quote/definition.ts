import * as v from 'valibot';
import { PREVIEWS_A_MINUTE } from '../../shared/accounts/usage/usage-headers.ts';
import { QUOTE_REQUEST, QUOTE_REQUEST_ERRORS } from '../../shared/quotes/quote-request-description.ts';
import { QUOTE_SCHEMAS } from '../../shared/quotes/record/quote-description.ts';
import { quotePreview } from '../../shared/quotes/record/quote-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'preview-quote',
  method: 'POST',
  path: '/api/v1/quotes/preview',
  tag: 'Quotes',
  summary: 'Preview a quote',
  description:
    'Prices a quote as its creation would at this moment, and stores nothing: no quote, no event, no count against the monthly quote limit.',
  body: QUOTE_REQUEST,
  response: {
    schema: v.object({ preview: quotePreview }),
    description: 'The price that a quote would have.',
    fields: { preview: 'The quote without id, status and expiry, and without the market rate.' },
  },
  errors: [
    ...QUOTE_REQUEST_ERRORS.filter(({ status }) => status !== 409),
    { status: 429, when: `More than ${PREVIEWS_A_MINUTE} previews in a minute.` },
  ],
  schemas: QUOTE_SCHEMAS,
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['Query', 'UpdateItem'],
    strategies: ['Query'],
    contracts: ['BatchGetItem', 'Query'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  data: ['terminals', 'places'],
  roadDistances: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers see no price before they create a quote.',
} satisfies Operation;
