import { awardFields } from '../../shared/rfps/award-rfp.ts';
import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { rfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { MAX_REASON_LENGTH, MAX_REASONS } from '../../shared/rfps/lanes/lane-result.ts';
import { IDEMPOTENCY_CONFLICT, RFP_NOT_FOUND, rfpNotReadyError } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'award-rfp',
  method: 'POST',
  path: '/api/v1/rfps/{rfp_id}/award',
  tag: 'RFPs',
  summary: 'Award lanes of an RFP',
  description:
    'Records lanes as won or lost, and keeps their prices. The status becomes `awarded` when each lane with a price is won, lost or excluded; lanes that are open can still be changed. Another award of a lane replaces its outcome and its reason. Lanes and results show both. Unknown fields are rejected.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: awardFields,
    fields: {
      lanes:
        '`all`: each lane that has a price and is not excluded; or a list of indexes of such lanes, from 0, each once.',
      outcome: 'Whether the lanes are won or lost.',
      reason: {
        description: `Why, at most ${MAX_REASON_LENGTH} characters. The lanes of an RFP have at most ${MAX_REASONS} different reasons.`,
        examples: ['Price'],
      },
    },
  },
  response: {
    schema: rfpAnswer,
    description: 'The RFP, or the answer to the first call with this Idempotency-Key.',
    fields: {},
  },
  errors: [
    { status: 400, when: '`details.errors` names each invalid field, at most 1,000.' },
    RFP_NOT_FOUND,
    rfpNotReadyError('The status is neither `priced` nor `awarded`.'),
    IDEMPOTENCY_CONFLICT,
    { status: 429, when: 'Too many calls change the RFP at the same time.' },
  ],
  schemas: RFP_SCHEMAS,
  tables: { rfps: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], idempotency: ['GetItem', 'PutItem'] },
  timeoutSeconds: 15,
  impact: 'Callers cannot award RFPs; prices stay readable.',
} satisfies Operation;
