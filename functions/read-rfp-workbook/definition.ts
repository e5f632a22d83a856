import { resultsAddressAnswer, resultsParameters } from '../../shared/rfps/listing/read-results.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-rfp-workbook',
  method: 'GET',
  path: '/api/v1/rfps/{rfp_id}/results.xlsx',
  tag: 'RFPs',
  summary: 'Read the results of an RFP as an Excel workbook',
  description:
    'Returns where the results of an RFP are as an Excel workbook (.xlsx). It has one row for each lane, with the columns of `results.csv`: prices are numbers in USD, dates are dates, and no cell is a formula.\n\nThe workbook is written at the first request: the response is 409 with `Retry-After` until it is written, and then 303 with an address that needs no key. Do not send the key there. Browsers cannot follow the redirect to another origin: use `redirect=false`.',
  query: {
    schema: resultsParameters,
    fields: {
      version: 'An earlier version of the RFP. Default: the current one.',
      for: '`customer`: the version that you can send to the customer of the RFP, without cost, margin and confidence. Default: all results, for you.',
      redirect: '`false`: the address of the workbook is the JSON body of a 200 instead of a redirect.',
    },
  },
  response: {
    schema: resultsAddressAnswer,
    description: 'With `redirect=false`, the address of the workbook.',
    fields: {
      file: 'Where the workbook is.',
      'file.url': 'Send a GET without a key. The address is secret.',
      'file.expires_at': 'Until when a download can begin, UTC.',
    },
  },
  redirect: 'Send a GET without a key to `Location`, within 5 minutes. The address is secret.',
  errors: [
    { status: 400, when: '`version` is not a version of the RFP, or `for` is not `customer`.' },
    RFP_NOT_FOUND,
    {
      status: 409,
      code: 'RFP_NOT_READY',
      retryAfter: true,
      when: 'Lanes of the version are being priced, or the RFP has no lanes. With `Retry-After`: the workbook is being written.',
    },
  ],
  tables: { rfps: ['GetItem', 'UpdateItem'] },
  uploads: 'read-rfp-workbook',
  impact: 'Callers cannot read the results of an RFP as a workbook; the CSV file has them.',
} satisfies Operation;
