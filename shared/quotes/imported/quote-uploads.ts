import { describeTableUploads } from '../../market/upload-operations/table-upload-description.ts';
import { tableUploadSchemas } from '../../market/upload-operations/table-upload-document.ts';
import type { TableUploads } from '../../market/upload-operations/table-uploads.ts';
import { NO_ROWS_WRITTEN, type RowsWritten, rowsWritten } from '../../market/uploads/table-upload-state.ts';
import { QUOTES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import { MAX_FILE_QUOTES, MAX_QUOTE_FILE_BYTES, QUOTE_FILE } from './quote-columns.ts';

export const QUOTE_UPLOADS: TableUploads<RowsWritten, object> = {
  folder: QUOTES_FOLDER,
  notFoundCode: 'QUOTE_UPLOAD_NOT_FOUND',
  file: QUOTE_FILE,
  written: { schema: rowsWritten, none: NO_ROWS_WRITTEN },
  more: () => ({}),
};

const QUOTE_UPLOAD_SCHEMAS = tableUploadSchemas({});

export const QUOTE_UPLOAD_DESCRIPTIONS = describeTableUploads({
  ...QUOTE_UPLOADS,
  ...{ tag: 'Quotes', one: 'quote', many: 'past quotes', name: 'Quote' },
  schemas: QUOTE_UPLOAD_SCHEMAS,
  limits: `${MAX_FILE_QUOTES.toLocaleString('en-US')} rows and ${MAX_QUOTE_FILE_BYTES / 1e6} MB`,
  writing:
    '. Imported quotes count in reports with `source=imported` or `all`; they are not priced or listed, cause no events and count against no limit. A quote is recognized by its reference, lane and equipment, or without a reference by its date, lane, equipment, customer and price; equal rows of a file are several quotes.',
  fields: {
    'rows.replaced':
      'Rows that replaced a stored quote with other values, such as its outcome. 0 until the import has ended.',
    'rows.unchanged': 'Rows whose quote was stored with the same values. 0 until the import has ended.',
  },
});
