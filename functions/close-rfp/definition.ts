import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/documents/rfp-detail-description.ts';
import { rfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import {
  IDEMPOTENCY_CONFLICT,
  rfpNotReadyError,
} from '../../shared/rfps/documents/rfp-error-descriptions.ts';

export const description: OperationDescription = {
  tag: 'RFPs',
  summary: 'Close an RFP',
  description:
    'Closes an RFP permanently. A closed RFP can be read and deleted; other changes are rejected. For a closed RFP the answer is the same.',
  requestHeaders: ['Idempotency-Key'],
  response: { schema: rfpAnswer, description: 'The closed RFP.', fields: { rfp: 'The RFP.' } },
  responseHeaders: ['Idempotency-Replayed'],
  errors: [
    RFP_NOT_FOUND,
    rfpNotReadyError('The status is not `priced`, `awarded` or `closed`.'),
    IDEMPOTENCY_CONFLICT,
    { status: 429, when: 'Too many calls change the RFP at the same time.' },
  ],
  schemas: RFP_SCHEMAS,
};
