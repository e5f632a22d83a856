import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { readRfpAnswer } from '../../shared/rfps/documents/rfp-detail.ts';
import { RFP_DETAIL_SCHEMAS, RFP_NOT_FOUND } from '../../shared/rfps/documents/rfp-detail-description.ts';

export const description: OperationDescription = {
  tag: 'RFPs',
  summary: 'Read an RFP',
  description:
    'Returns one RFP with its progress, the sums of its lanes and its earlier versions. While the status is `pricing`, `lanes.priced` plus `lanes.failed` is the number of lanes with a result.',
  response: { schema: readRfpAnswer, description: 'The RFP.', fields: { rfp: 'The RFP.' } },
  errors: [RFP_NOT_FOUND],
  schemas: RFP_DETAIL_SCHEMAS,
};
