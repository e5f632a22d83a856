import { RATE_SCHEMAS } from '../../shared/contracts/documents/rate-document.ts';
import { listRatesAnswer, listRatesParameters } from '../../shared/contracts/list-contract-rates.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-contract-rates',
  method: 'GET',
  path: '/api/v1/contract-rates',
  tag: 'Contract rates',
  summary: 'List contract rates',
  description:
    'Lists the contract rates of the organization and mode of the key, newest first, with their current versions. The list is strongly consistent. A page can be shorter than `limit`, or empty, and not be the last page: read until `next_cursor` is null.\n\nWith `format=csv` or `Accept: text/csv`, a page is a CSV file (RFC 4180, UTF-8, with a header) that an import reads. The header `Link` of the response names the next page; it is absent on the last page.',
  query: {
    schema: listRatesParameters,
    fields: {
      customer: 'Only rates of the customer with this name, without case and accents.',
      equipment_type: 'Only rates of this equipment.',
      origin: 'Only rates whose origin contains this text, without case, accents and punctuation.',
      destination: 'Only rates whose destination contains this text.',
      effective_on: 'Only rates that apply on this day.',
      external_id: 'Only rates with this id in your system.',
      cursor: '`next_cursor` of the previous page.',
      limit: 'Maximum rates of the page.',
      format: '`json` or `csv`. Default: by the header `Accept`, else JSON.',
    },
  },
  response: {
    schema: listRatesAnswer,
    description: 'A page of contract rates.',
    otherMediaTypes: ['text/csv'],
    fields: {
      rates: 'Newest first.',
    },
  },
  responseHeaders: ['Content-Disposition', 'Link'],
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  schemas: RATE_SCHEMAS,
  tables: { contracts: ['Query'] },
  impact: 'Callers cannot list their contract rates; each one can still be read by its id.',
} satisfies Operation;
