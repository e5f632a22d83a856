import { composeAnnouncement } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { announcedTables } from '../../shared/market/upload-operations/table-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { QUOTE_UPLOAD_SCHEMAS, QUOTE_UPLOADS } from '../../shared/quotes/imported/quote-uploads.ts';

/** POST /api/v1/quotes/uploads. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  response: QUOTE_UPLOAD_SCHEMAS.createdAnswer,
  ...composeAnnouncement('create-quote-upload', announcedTables(QUOTE_UPLOADS)),
});
