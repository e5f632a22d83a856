import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { rfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { MAX_CHANGED_LANES, rfpChangeFields } from '../../shared/rfps/read-rfp-change.ts';
import { MAX_NAME_LENGTH } from '../../shared/rfps/read-rfp-request.ts';
import { RFP_NOT_FOUND, rfpNotReadyError } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'change-rfp',
  method: 'PATCH',
  path: '/api/v1/rfps/{rfp_id}',
  errorFormat: 'quotes',
  nestedStack: 'Rfps',
  tag: 'RFPs',
  summary: 'Change an RFP',
  description:
    'Changes the name, the margin, and margins and exclusions of lanes. Fields that are left out do not change; unknown fields are rejected. Lanes whose price or sums change are priced again from the stored market costs: the status is `pricing` until then, and no usage is counted. A call that changes nothing has no effect, so that you can repeat a call.',
  body: {
    schema: rfpChangeFields,
    fields: {
      name: {
        description: `New name, 1 to ${MAX_NAME_LENGTH} characters. Allowed also while lanes are priced.`,
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
      },
      margin_percent:
        'Markup in percent of all lanes without their own. It replaces the margins of the pricing strategy; null: the pricing strategy applies.',
      lanes: `Lanes to change, at most ${MAX_CHANGED_LANES}, each once.`,
      'lanes[].index': 'Index of the lane in the RFP, from 0.',
      'lanes[].margin_percent':
        "Markup in percent of this lane. It replaces the RFP's and the pricing strategy's; null: the lane has none of its own.",
      'lanes[].excluded': 'Whether the lane is excluded. An excluded lane keeps its price and is in no sum.',
    },
  },
  response: { schema: rfpAnswer, description: 'The changed RFP.', fields: { rfp: 'The RFP.' } },
  errors: [
    { status: 400, when: '`details.errors` names each invalid field, at most 1,000.' },
    RFP_NOT_FOUND,
    rfpNotReadyError(
      'The status does not permit the change: a name needs a status other than `closed` and `failed`, margins and exclusions need the status `priced`.',
    ),
    {
      status: 409,
      code: 'TOO_MANY_RFPS',
      when: 'Prices or sums change, and 20 other RFPs of the organization and mode await their file or are being priced.',
    },
    { status: 429, when: 'Too many calls change the RFP at the same time.' },
  ],
  schemas: RFP_SCHEMAS,
  tables: { rfps: ['GetItem', 'PutItem', 'UpdateItem'] },
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Callers cannot change the names, margins and excluded lanes of RFPs.',
} satisfies Operation;
