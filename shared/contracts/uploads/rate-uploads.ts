import { MAX_LISTED, NONE_WRITTEN } from '../../uploads/table-state.ts';
import { tableUploads } from '../../uploads/table-uploads.ts';
import { describeTableUploads } from '../../uploads/upload-description.ts';
import { RATE_TABLE_SCHEMAS } from '../../uploads/upload-document.ts';
import { UPLOAD_FOLDERS } from '../../uploads/upload-key.ts';
import { MAX_FILE_BYTES, MAX_FILE_RATES, RATE_FILE } from '../files/rate-columns.ts';

const KIND = { notFoundCode: 'CONTRACT_RATE_UPLOAD_NOT_FOUND', file: RATE_FILE };

/** Uploads of contract rates. */
export const RATE_UPLOADS = tableUploads({
  ...KIND,
  folder: UPLOAD_FOLDERS.rates,
  none: { ...NONE_WRITTEN, overlaps: { total: 0, listed: [] } },
});

export const RATE_UPLOAD_OPERATIONS = describeTableUploads({
  ...KIND,
  ...{ path: '/api/v1/contract-rates/uploads', parameter: 'rate_upload_id' },
  ...{ tag: 'Contract rates', one: 'rate', many: 'contract rates', name: 'ContractRate' },
  schemas: RATE_TABLE_SCHEMAS,
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
