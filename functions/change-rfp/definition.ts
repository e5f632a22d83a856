import * as v from 'valibot';
import { BILLING_REQUIRED_ERROR } from '../../shared/quotes/request/quote-rejections.ts';
import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { rfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { CHANGED_LANE_SCHEMAS, changedLane } from '../../shared/rfps/lane-request-description.ts';
import { MAX_CHANGED_LANES, rfpChangeFields } from '../../shared/rfps/read-rfp-change.ts';
import { MAX_NAME_LENGTH } from '../../shared/rfps/read-rfp-request.ts';
import {
  LANES_AWARDED,
  RFP_NOT_FOUND,
  rfpNotReadyError,
  usageLimitError,
} from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'change-rfp',
  method: 'PATCH',
  path: '/api/v1/rfps/{rfp_id}',
  tag: 'RFPs',
  summary: 'Change an RFP',
  description:
    'Changes the name, the margin and lanes. Fields that are left out do not change; unknown fields are rejected. Changed lanes are priced again: the status is `pricing` until then. A correction of place, equipment, volume or accessorials prices the lane by the market. Usage: one call per 10 such lanes, rounded up; over the limit nothing changes. Prices, margins and exclusions are free. Lanes that are won or lost do not change. A call that changes nothing has no effect, so that you can repeat a call.',
  body: {
    schema: v.strictObject({
      ...rfpChangeFields.entries,
      lanes: v.exactOptional(v.pipe(v.array(changedLane), v.minLength(1), v.maxLength(MAX_CHANGED_LANES))),
    }),
    fields: {
      name: {
        description: `New name, 1 to ${MAX_NAME_LENGTH} characters. Allowed also while lanes are priced.`,
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
      },
      margin_percent:
        'Markup in percent of all lanes. It replaces the margins of the pricing strategy; null: the pricing strategy applies.',
      lanes: `Lanes to change, at most ${MAX_CHANGED_LANES}, each once.`,
    },
  },
  response: { schema: rfpAnswer, description: 'The changed RFP.', fields: {} },
  responseHeaders: ['Usage'],
  errors: [
    { status: 400, when: '`details.errors` names each invalid field, at most 1,000.' },
    BILLING_REQUIRED_ERROR,
    RFP_NOT_FOUND,
    rfpNotReadyError(
      'The status does not permit the change: a name needs a status other than `closed` and `failed`, the margin and lanes need the status `priced` or `awarded`.',
    ),
    LANES_AWARDED,
    {
      status: 409,
      code: 'TOO_MANY_RFPS',
      when: 'Prices or sums change, and 20 other RFPs of the organization and mode await their file or are being priced.',
    },
    { status: 429, when: 'Too many calls change the RFP at the same time.' },
    usageLimitError('nothing was changed'),
  ],
  schemas: {
    ...RFP_SCHEMAS,
    ...CHANGED_LANE_SCHEMAS,
  },
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['GetItem'],
    rfps: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  },
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot change the names, margins and lanes of RFPs.',
} satisfies Operation;
