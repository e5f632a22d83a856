import { RATE_UPLOAD_SCHEMAS, RATE_UPLOADS } from '../../shared/contracts/upload-operations/rate-uploads.ts';
import { announcedTables } from '../../shared/market/upload-operations/table-uploads.ts';
import { createAnnounceHandler } from '../../shared/market/upload-operations/upload-handlers.ts';

/** POST /api/v1/contract-rates/uploads. */
export const handler = createAnnounceHandler('create-contract-rate-upload', announcedTables(RATE_UPLOADS), {
  errorFormat: 'quotes',
  response: RATE_UPLOAD_SCHEMAS.createdAnswer,
});
