import { RFP_DETAIL_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { readRfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-rfp',
  method: 'GET',
  path: '/api/v1/rfps/{rfp_id}',
  tag: 'RFPs',
  summary: 'Read an RFP',
  description:
    'Returns one RFP with its progress, the sums of its lanes and its earlier versions. While the status is `pricing`, `lanes.priced` plus `lanes.failed` is the number of lanes with a result.',
  response: { schema: readRfpAnswer, description: 'The RFP.', fields: {} },
  errors: [RFP_NOT_FOUND],
  schemas: RFP_DETAIL_SCHEMAS,
  tables: { rfps: ['GetItem', 'Query'] },
  impact: 'Callers cannot read an RFP; its lanes are priced.',
} satisfies Operation;
