import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import { SHEET_DESCRIPTION } from '../../shared/quotes/sheet/read-sheet.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-quote-sheet',
  method: 'GET',
  path: '/api/v1/quotes/{quote_id}/sheet',
  tag: 'Quotes',
  summary: "Read a quote's sheet for its customer",
  description:
    "Returns the quote as a page for its customer: the organization's profile, route, schedule, equipment, price, charges that may apply and validity. It has no cost, margin, market rate and contract rate. The format is HTML, or PDF with `Accept: application/pdf` or `format=pdf`. The PDF file has only ASCII characters. A sheet of an expired or converted quote states that. Errors are JSON.",
  ...SHEET_DESCRIPTION,
  errors: [{ status: 400, when: '`format` is neither `html` nor `pdf`.' }, QUOTE_NOT_FOUND],
  tables: { quotes: ['Query'], organizations: ['GetItem'], strategies: ['GetItem'], contracts: ['GetItem'] },
  leadingKeys: { contracts: ['*#profile'] },
  data: ['fonts'],
  // A PDF file of 100 charges takes up to 0.5 s of a vCPU.
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot read sheets of quotes for their customers; the quotes themselves can be read.',
} satisfies Operation;
