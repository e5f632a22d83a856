import * as v from 'valibot';
import { resultsAddressAnswer, resultsParameters } from '../../shared/rfps/listing/read-results.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-rfp-results',
  method: 'GET',
  path: '/api/v1/rfps/{rfp_id}/results.csv',
  tag: 'RFPs',
  summary: 'Read the results of an RFP as CSV',
  description:
    'Returns a CSV file (RFC 4180, UTF-8 with a byte order mark, with a header) that has one row for each lane, in the order of the lanes: the columns of the input in their order, and the columns of the results after them. With `for=customer`, the columns of the results are equipment, price, fuel, total, transit days, valid until and a remark, without cost, margin and confidence. Cells that a spreadsheet would run as formulas have an apostrophe before them. Errors are JSON.\n\nThe file of an RFP of more than 1,000 lanes, or above 6 MB, is written at the first request: the response is 409 with `Retry-After` until it is written, and then 303 with an address that needs no key. Do not send the key there. Browsers cannot follow the redirect to another origin: use `redirect=false`.',
  query: {
    schema: resultsParameters,
    fields: {
      version: 'An earlier version of the RFP. Default: the current one.',
      for: '`customer`: the version that you can send to the customer of the RFP. Prices are valid until `contract_end`, or as long as a quote that was made when the lanes were priced. Default: all results, for you.',
      redirect: '`false`: the address of a large file is the JSON body of a 200 instead of a redirect.',
    },
  },
  response: {
    schema: v.string(),
    description: 'The file or, of a large file with `redirect=false`, its address.',
    mediaType: 'text/csv',
    fields: {},
    json: {
      schema: resultsAddressAnswer,
      fields: {
        file: 'Where the file is.',
        'file.url': 'Send a GET without a key. The address is secret.',
        'file.expires_at': 'Until when a download can begin, UTC.',
      },
    },
  },
  redirect:
    'The file is large. Send a GET without a key to `Location`, within 5 minutes. The address is secret.',
  responseHeaders: ['Content-Disposition'],
  errors: [
    { status: 400, when: '`version` is not a version of the RFP, or `for` is not `customer`.' },
    RFP_NOT_FOUND,
    {
      status: 409,
      code: 'RFP_NOT_READY',
      retryAfter: true,
      when: 'Lanes of the version are being priced, or the RFP has no lanes. With `Retry-After`: the file is being written.',
    },
  ],
  tables: { rfps: ['GetItem', 'BatchGetItem', 'UpdateItem'], strategies: ['GetItem'] },
  uploads: 'read-rfp-results',
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot read the results of an RFP as a file; the list of lanes has them.',
} satisfies Operation;
