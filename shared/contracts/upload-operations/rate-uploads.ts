import { tableUploadSchemas } from '../../market/upload-operations/table-upload-document.ts';
import type { TableUploads } from '../../market/upload-operations/table-uploads.ts';
import { RATES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import { RATE_FILE } from '../files/rate-columns.ts';
import { overlapsField, RATES_WRITTEN, type RatesWritten } from '../uploads/rates-written.ts';

/** Uploads of contract rates. */
export const RATE_UPLOADS: TableUploads<RatesWritten, Pick<RatesWritten, 'overlaps'>> = {
  folder: RATES_FOLDER,
  notFoundCode: 'CONTRACT_RATE_UPLOAD_NOT_FOUND',
  file: RATE_FILE,
  written: RATES_WRITTEN,
  more: ({ overlaps }) => ({ overlaps }),
};

export const RATE_UPLOAD_SCHEMAS = tableUploadSchemas({ overlaps: overlapsField });
