import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { listRfpsAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { listRfpsParameters } from '../../shared/rfps/listing/list-rfps.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-rfps',
  method: 'GET',
  path: '/api/v1/rfps',
  tag: 'RFPs',
  summary: 'List RFPs',
  description:
    'Lists the RFPs of the organization and mode of the key, newest first. The list is strongly consistent. A page can be shorter than `limit`, or empty, and not be the last page: read until `next_cursor` is null.',
  query: {
    schema: listRfpsParameters,
    fields: {
      status: 'Only RFPs with this status.',
      customer: 'Only RFPs of the customer with this name, without case and accents.',
      customer_id: 'Only RFPs whose customer was this one when they were made.',
      created_from: 'Only RFPs created on this day (UTC) or later.',
      created_to: 'Only RFPs created on this day (UTC) or earlier. Must not be before `created_from`.',
      cursor: '`next_cursor` of the previous page.',
      limit: 'Maximum RFPs of the page.',
    },
  },
  response: {
    schema: listRfpsAnswer,
    description: 'A page of RFPs.',
    fields: {
      rfps: 'Newest first.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  schemas: RFP_SCHEMAS,
  tables: { rfps: ['Query'] },
  impact: 'Callers cannot list their RFPs; each one can still be read by its id.',
} satisfies Operation;
