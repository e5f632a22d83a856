import { announcedTables } from '../../shared/market/upload-operations/table-uploads.ts';
import { createAnnounceHandler } from '../../shared/market/upload-operations/upload-handlers.ts';
import { QUOTE_UPLOAD_SCHEMAS, QUOTE_UPLOADS } from '../../shared/quotes/imported/quote-uploads.ts';

/** POST /api/v1/quotes/uploads. */
export const handler = createAnnounceHandler('create-quote-upload', announcedTables(QUOTE_UPLOADS), {
  errorFormat: 'quotes',
  response: QUOTE_UPLOAD_SCHEMAS.createdAnswer,
});
