import * as v from 'valibot';
import { MAX_CUSTOMER_LENGTH } from '../../shared/customers/customer-names.ts';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import { moveFields } from '../../shared/quotes/quote-request-description.ts';
import { MAX_REFERENCE_LENGTH } from '../../shared/quotes/record/stored-quote.ts';
import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { createdRfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { NEW_LANE_SCHEMAS, newLane } from '../../shared/rfps/lane-request-description.ts';
import { MAX_BODY_LANES, MAX_RFP_LANES } from '../../shared/rfps/lanes/lane-draft.ts';
import { MAX_NAME_LENGTH, rfpFields } from '../../shared/rfps/read-rfp-request.ts';
import { NEW_RFP_ERRORS } from '../../shared/rfps/rfp-rejections.ts';
import { COLUMN_FIELD, COLUMNS_FIELD, SHEET_FIELD } from '../../shared/sheets/column-fields.ts';
import type { Operation } from '../definition-types.ts';

const day = (description: string) => ({
  description,
  format: 'date',
  maxLength: 10,
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
});

export const definition = {
  function: 'create-rfp',
  method: 'POST',
  path: '/api/v1/rfps',
  tag: 'RFPs',
  summary: 'Create an RFP',
  description: `Stores 1 to ${MAX_BODY_LANES} lanes and prices each of them as a quote for the same move and day. The response comes at once, with the status \`pricing\`; read the RFP to follow it. An invalid lane never fails the RFP: the lane has an error that states what to change. Usage: one call per 10 lanes, rounded up, invalid lanes included; over the limit nothing is stored. If \`source\` is \`upload\`, the response has an address for a CSV or XLSX file, which is valid for an hour and accepts one file; the lanes of the file count when it is read, and over the limit the RFP fails.`,
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: v.object({
      ...rfpFields.entries,
      special_requirements: moveFields.special_requirements,
      lanes: v.exactOptional(v.pipe(v.array(newLane), v.minLength(1), v.maxLength(MAX_BODY_LANES))),
    }),
    fields: {
      name: {
        description: `Name of the RFP, 1 to ${MAX_NAME_LENGTH} characters.`,
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        examples: ['Drayage 2027'],
      },
      customer: {
        description: 'Name of the customer.',
        maxLength: MAX_CUSTOMER_LENGTH,
      },
      customer_reference: {
        description: 'Your own reference. Reads and lists return it.',
        maxLength: MAX_REFERENCE_LENGTH,
      },
      equipment_type: {
        description: 'Equipment of lanes without their own, as in quotes. Default: container_40.',
        minLength: 1,
        examples: ['container_40hc'],
      },
      special_requirements:
        'Names of accessorials of lanes without their own, or their names and quantities. They need to fit the equipment of each such lane.',
      contract_start: day(
        'First day of the contract, at most 365 days from today (UTC). Lanes are priced for this day if it is past, or else for today.',
      ),
      contract_end: day('Last day of the contract, not before `contract_start`.'),
      lanes: `1 to ${MAX_BODY_LANES} lanes. Required, unless \`source\` is \`upload\`.`,
      columns: COLUMNS_FIELD,
      'columns.*': COLUMN_FIELD,
      sheet: SHEET_FIELD,
      source: `\`upload\`: the lanes come by a CSV or XLSX file of at most ${MAX_RFP_LANES} lanes, which is sent to the address in the response.`,
    },
  },
  response: {
    schema: v.object({ ...createdRfpAnswer.entries, ...ignoredFields }),
    description: 'The new RFP, or the RFP of the first call with this Idempotency-Key.',
    fields: { warnings: IGNORED_FIELDS_TEXT },
  },
  responseHeaders: ['Usage'],
  errors: [{ status: 400, when: '`details.errors` names each invalid field of the RFP.' }, ...NEW_RFP_ERRORS],
  schemas: {
    ...RFP_SCHEMAS,
    ...NEW_LANE_SCHEMAS,
  },
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['Query'],
    contracts: ['Query'],
    rfps: ['GetItem', 'PutItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
  },
  uploads: 'create-rfp',
  timeoutSeconds: 15,
  impact: 'Callers cannot create RFPs.',
} satisfies Operation;
