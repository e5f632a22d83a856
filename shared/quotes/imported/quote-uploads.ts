import { tableUploads } from '../../uploads/table-uploads.ts';
import { describeTableUploads } from '../../uploads/upload-description.ts';
import { TABLE_SCHEMAS } from '../../uploads/upload-document.ts';
import { UPLOAD_FOLDERS } from '../../uploads/upload-key.ts';
import { MAX_FILE_QUOTES, MAX_QUOTE_FILE_BYTES, QUOTE_FILE } from './quote-columns.ts';

const KIND = { notFoundCode: 'QUOTE_UPLOAD_NOT_FOUND', file: QUOTE_FILE };

/** Uploads of past quotes. */
export const QUOTE_UPLOADS = tableUploads({ ...KIND, folder: UPLOAD_FOLDERS.quotes });

export const QUOTE_UPLOAD_OPERATIONS = describeTableUploads({
  ...KIND,
  ...{ path: '/api/v1/quotes/uploads', parameter: 'quote_upload_id' },
  ...{ tag: 'Quotes', one: 'quote', many: 'past quotes', name: 'Quote' },
  schemas: TABLE_SCHEMAS,
  limits: `${MAX_FILE_QUOTES.toLocaleString('en-US')} rows and ${MAX_QUOTE_FILE_BYTES / 1e6} MB`,
  writing:
    '. Imported quotes count in reports with `source=imported` or `all`; they are not priced or listed, cause no events and count against no limit. A quote is recognized by its reference, lane and equipment, or without a reference by its date, lane, equipment, customer and price; equal rows of a file are several quotes.',
  fields: {},
});
