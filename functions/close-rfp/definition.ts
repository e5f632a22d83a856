import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { rfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { IDEMPOTENCY_CONFLICT, RFP_NOT_FOUND, rfpNotReadyError } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'close-rfp',
  method: 'POST',
  path: '/api/v1/rfps/{rfp_id}/close',
  tag: 'RFPs',
  summary: 'Close an RFP',
  description:
    'Closes an RFP permanently. A closed RFP can be read and deleted; other changes are rejected. For a closed RFP the answer is the same.',
  requestHeaders: ['Idempotency-Key'],
  response: { schema: rfpAnswer, description: 'The closed RFP.', fields: {} },
  errors: [
    RFP_NOT_FOUND,
    rfpNotReadyError('The status is not `priced`, `awarded` or `closed`.'),
    IDEMPOTENCY_CONFLICT,
    { status: 429, when: 'Too many calls change the RFP at the same time.' },
  ],
  schemas: RFP_SCHEMAS,
  tables: { rfps: ['GetItem', 'UpdateItem'], idempotency: ['GetItem', 'PutItem'] },
  timeoutSeconds: 15,
  impact: 'Callers cannot close RFPs.',
} satisfies Operation;
