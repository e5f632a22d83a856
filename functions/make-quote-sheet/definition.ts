import { QUOTE_NOT_FOUND } from '../../shared/quotes/request/quote-rejections.ts';
import { MAX_SHEET_QUOTES, SHEET_DESCRIPTION, sheetBody } from '../../shared/quotes/sheet/read-sheet.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'make-quote-sheet',
  method: 'POST',
  path: '/api/v1/quote-sheets',
  tag: 'Quotes',
  summary: 'Make a sheet of several quotes',
  description: `Returns up to ${MAX_SHEET_QUOTES} quotes of one customer as one page for the customer, in the order of \`quote_ids\`: each with what its own sheet shows. The format is HTML, or PDF with \`Accept: application/pdf\` or \`format=pdf\`. Stores nothing: call it again for the current status of the quotes. Errors are JSON.`,
  ...SHEET_DESCRIPTION,
  body: {
    schema: sheetBody,
    fields: {
      quote_ids: `Ids of quotes in any status, of the same customer. At most ${MAX_SHEET_QUOTES}.`,
    },
  },
  errors: [
    {
      status: 400,
      when: '`details.errors` names what is wrong: an id that is none, or twice, quotes of several customers, or another `format`. Unknown fields are rejected.',
    },
    QUOTE_NOT_FOUND,
  ],
  tables: {
    quotes: ['Query'],
    organizations: ['GetItem'],
    strategies: ['GetItem'],
    contracts: ['GetItem'],
  },
  leadingKeys: { contracts: ['*#profile'] },
  data: ['fonts'],
  // A vCPU: a PDF file of 50 quotes takes seconds of it.
  memoryMb: 1769,
  timeoutSeconds: 15,
  impact: 'Callers cannot make a sheet of several quotes; the sheet of each quote can be read.',
} satisfies Operation;
