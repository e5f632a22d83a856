import { BILLING_REQUIRED_ERROR } from '../../shared/quotes/request/quote-rejections.ts';
import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { rfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import {
  IDEMPOTENCY_CONFLICT,
  LANES_AWARDED,
  RFP_NOT_FOUND,
  rfpNotReadyError,
  usageLimitError,
} from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'reprice-rfp',
  method: 'POST',
  path: '/api/v1/rfps/{rfp_id}/reprice',
  tag: 'RFPs',
  summary: 'Reprice an RFP',
  description:
    'Prices all lanes again, in a new version, by the market, the diesel price and the pricing strategy of today, also if the contract begins earlier. Prices and exclusions of lanes stay. An RFP of which lanes are won or lost is not repriced. The totals of the version before stay readable. Usage is as at the creation; over the limit nothing changes.',
  requestHeaders: ['Idempotency-Key'],
  response: {
    schema: rfpAnswer,
    description: 'The RFP with its new version, whose lanes are being priced.',
    fields: {},
  },
  responseHeaders: ['Usage'],
  errors: [
    BILLING_REQUIRED_ERROR,
    RFP_NOT_FOUND,
    rfpNotReadyError('The status is neither `priced` nor `awarded`.'),
    LANES_AWARDED,
    IDEMPOTENCY_CONFLICT,
    {
      status: 409,
      code: 'TOO_MANY_RFPS',
      when: '20 other RFPs of the organization and mode await their file or are being priced.',
    },
    usageLimitError('nothing was changed'),
  ],
  schemas: RFP_SCHEMAS,
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['Query'],
    rfps: ['GetItem', 'PutItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
  },
  timeoutSeconds: 15,
  impact: 'Callers cannot reprice RFPs; prices stay readable.',
} satisfies Operation;
