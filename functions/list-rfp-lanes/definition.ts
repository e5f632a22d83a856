import { LANE_SCHEMAS } from '../../shared/rfps/documents/lane-description.ts';
import { listLanesAnswer } from '../../shared/rfps/documents/lane-document.ts';
import { listLanesParameters } from '../../shared/rfps/listing/list-lanes.ts';
import { RFP_NOT_FOUND } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-rfp-lanes',
  method: 'GET',
  path: '/api/v1/rfps/{rfp_id}/lanes',
  errorFormat: 'quotes',
  tag: 'RFPs',
  summary: 'List the lanes of an RFP',
  description:
    'Lists the lanes with their market rates and prices. While the status is `pricing`, lanes without a result, and corrected lanes without their new one, are left out, and lanes that get their result behind the cursor are not in later pages: read the list again when the RFP is priced.',
  query: {
    schema: listLanesParameters,
    fields: {
      status: 'Only lanes with this status.',
      min_confidence: {
        description: 'Only lanes with at least this confidence. Failed lanes have confidence 0.',
        minimum: 0,
        maximum: 100,
      },
      max_confidence: {
        description: 'Only lanes with at most this confidence. Must not be below `min_confidence`.',
        minimum: 0,
        maximum: 100,
      },
      origin: 'Only lanes whose origin, as requested, contains this text, without case and accents.',
      sort: '`index`, the highest weekly spend or confidence first, or the lowest confidence first. Lanes with equal values are sorted by index.',
      version: 'An earlier version of the RFP. Default: the current one.',
      cursor: '`next_cursor` of the previous page, with the same parameters.',
      limit: 'Maximum lanes of the page.',
    },
  },
  response: {
    schema: listLanesAnswer,
    description: 'A page of lanes.',
    fields: {
      lanes: 'In the order of `sort`.',
      version: 'Version of the results.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }, RFP_NOT_FOUND],
  schemas: LANE_SCHEMAS,
  tables: { rfps: ['GetItem', 'BatchGetItem', 'Query'], strategies: ['GetItem'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Callers cannot read the results of lanes; lanes are priced.',
} satisfies Operation;
