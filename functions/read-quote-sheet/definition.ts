import * as v from 'valibot';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { QUOTE_NOT_FOUND } from '../../shared/quotes/record/quote-description.ts';
import { sheetParameters } from '../../shared/quotes/sheet/sheet-format.ts';

export const description: OperationDescription = {
  tag: 'Quotes',
  summary: "Read a quote's sheet for its customer",
  description:
    "Returns the quote as a page for its customer: the organization's name, route, schedule, equipment, price, charges that may apply and validity. It has no cost, margin, market rate and contract rate. The format is HTML, or PDF with `Accept: application/pdf` or `format=pdf`. The PDF file has only ASCII characters. A sheet of an expired or converted quote states that. Errors are JSON.",
  query: {
    schema: sheetParameters,
    fields: { format: '`html` or `pdf`. Default: by the header `Accept`, else HTML.' },
  },
  response: {
    schema: v.string(),
    description: 'The sheet.',
    mediaType: 'text/html',
    otherMediaTypes: ['application/pdf'],
    fields: {},
  },
  responseHeaders: ['Content-Disposition'],
  errors: [{ status: 400, when: '`format` is neither `html` nor `pdf`.' }, QUOTE_NOT_FOUND],
};
