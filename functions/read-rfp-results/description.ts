import * as v from 'valibot';
import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/documents/rfp-detail-description.ts';
import { resultsParameters } from '../../shared/rfps/listing/read-results.ts';

export const description: OperationDescription = {
  tag: 'RFPs',
  summary: 'Read the results of an RFP as CSV',
  description:
    'Returns a CSV file (RFC 4180, UTF-8, with a header) that has one row for each lane, in the order of the lanes: the columns of the input in their order, and the columns of the results after them. Cells that a spreadsheet would run as formulas have an apostrophe before them. Errors are JSON. An RFP of more than 1,000 lanes, or with a file above 6 MB, has no file of results: list its lanes.',
  query: {
    schema: resultsParameters,
    fields: { version: 'An earlier version of the RFP. Default: the current one.' },
  },
  response: { schema: v.string(), description: 'The file.', mediaType: 'text/csv', fields: {} },
  responseHeaders: ['Content-Disposition'],
  errors: [
    { status: 400, when: '`version` is not a version of the RFP.' },
    RFP_NOT_FOUND,
    {
      status: 409,
      code: 'RFP_NOT_READY',
      when: 'Lanes of the version are being priced, the RFP has no lanes, or the file is too large: the message states which.',
    },
  ],
};
