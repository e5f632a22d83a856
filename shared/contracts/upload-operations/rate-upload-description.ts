import { describeTableUploads } from '../../market/upload-operations/table-upload-description.ts';
import { MAX_LISTED } from '../../market/uploads/table-upload-state.ts';
import { MAX_FILE_BYTES, MAX_FILE_RATES } from '../files/rate-columns.ts';
import { RATE_UPLOAD_SCHEMAS, RATE_UPLOADS } from './rate-uploads.ts';

export const RATE_UPLOAD_DESCRIPTIONS = describeTableUploads({
  ...RATE_UPLOADS,
  ...{ tag: 'Contract rates', one: 'rate', many: 'contract rates', name: 'ContractRate' },
  schemas: RATE_UPLOAD_SCHEMAS,
  limits: `${MAX_FILE_RATES.toLocaleString('en-US')} rows and ${MAX_FILE_BYTES / 1e6} MB`,
  writing: '; a row with the customer and `external_id` of an earlier row of the file is rejected.',
  shown: ', and overlaps',
  fields: {
    overlaps:
      'Pairs of rates for the same customer, lane and equipment whose days overlap. They are not errors: the order of selection decides.',
    'overlaps.total': 'Number of pairs.',
    'overlaps.listed': `The first ${MAX_LISTED} pairs.`,
    'overlaps.listed[].line': 'Line of the row.',
    'overlaps.listed[].with_rate_id': 'Id of the other rate.',
    'overlaps.listed[].from': 'First common day.',
    'overlaps.listed[].to': 'Last common day; null if there is none.',
    'overlaps.listed[].contradictory':
      'Whether the rates differ in amount, minimum, fuel, accessorials or tiers.',
  },
});
