import { deleteRfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-rfp',
  method: 'DELETE',
  path: '/api/v1/rfps/{rfp_id}',
  tag: 'RFPs',
  summary: 'Delete an RFP',
  description:
    'Deletes an RFP with its lanes and results in any status, also while lanes are priced. The id then gets 404. Calls that were counted as usage are not given back.',
  response: {
    schema: deleteRfpAnswer,
    description: 'The RFP was deleted.',
    fields: {
      rfp: 'The deleted RFP.',
      'rfp.rfp_id': 'Id of the deleted RFP.',
    },
  },
  errors: [RFP_NOT_FOUND],
  tables: { rfps: ['DeleteItem'] },
  impact: 'Callers cannot delete RFPs.',
} satisfies Operation;
