import { describeTableUploads } from '../../market/upload-operations/table-upload-description.ts';
import { MAX_FILE_QUOTES, MAX_QUOTE_FILE_BYTES } from './quote-columns.ts';
import { QUOTE_UPLOAD_SCHEMAS, QUOTE_UPLOADS } from './quote-uploads.ts';

export const QUOTE_UPLOAD_DESCRIPTIONS = describeTableUploads({
  ...QUOTE_UPLOADS,
  ...{ tag: 'Quotes', one: 'quote', many: 'past quotes', name: 'Quote' },
  schemas: QUOTE_UPLOAD_SCHEMAS,
  limits: `${MAX_FILE_QUOTES.toLocaleString('en-US')} rows and ${MAX_QUOTE_FILE_BYTES / 1e6} MB`,
  writing:
    '. Imported quotes count in reports with `source=imported` or `all`; they are not priced or listed, cause no events and count against no limit. A quote is recognized by its reference, lane and equipment, or without a reference by its date, lane, equipment, customer and price; equal rows of a file are several quotes.',
  fields: {},
});
