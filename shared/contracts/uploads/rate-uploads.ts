import * as v from 'valibot';
import { describeTableUploads } from '../../market/upload-operations/table-upload-description.ts';
import { tableUploadSchemas } from '../../market/upload-operations/table-upload-document.ts';
import type { TableUploads } from '../../market/upload-operations/table-uploads.ts';
import {
  MAX_LISTED,
  NO_ROWS_WRITTEN,
  rowsWrittenFields,
  type WrittenKind,
} from '../../market/uploads/table-upload-state.ts';
import { RATES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import { MAX_FILE_BYTES, MAX_FILE_RATES, RATE_FILE } from '../files/rate-columns.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A line of the file whose days overlap those of another rate. */
const overlap = v.object({
  line: count,
  with_rate_id: v.string(),
  from: v.string(),
  to: v.nullable(v.string()),
  contradictory: v.boolean(),
});

/** What the import of a file of contract rates did. */
const ratesWritten = v.object({
  ...rowsWrittenFields,
  overlaps: v.object({ total: count, listed: v.array(overlap) }),
});
export type RatesWritten = v.InferOutput<typeof ratesWritten>;

const overlapsField = ratesWritten.entries.overlaps;

export const RATES_WRITTEN: WrittenKind<RatesWritten> = {
  schema: ratesWritten,
  none: { ...NO_ROWS_WRITTEN, overlaps: { total: 0, listed: [] } },
};

/** Uploads of contract rates. */
export const RATE_UPLOADS: TableUploads<RatesWritten, Pick<RatesWritten, 'overlaps'>> = {
  folder: RATES_FOLDER,
  notFoundCode: 'CONTRACT_RATE_UPLOAD_NOT_FOUND',
  file: RATE_FILE,
  written: RATES_WRITTEN,
  more: ({ overlaps }) => ({ overlaps }),
};

const RATE_UPLOAD_SCHEMAS = tableUploadSchemas({ overlaps: overlapsField });

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
