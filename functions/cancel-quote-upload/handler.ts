import { cancelTableUploadUseCase } from '../../shared/market/upload-operations/table-uploads.ts';
import { createUploadHandler } from '../../shared/market/upload-operations/upload-handlers.ts';
import { QUOTE_UPLOAD_SCHEMAS, QUOTE_UPLOADS } from '../../shared/quotes/imported/quote-uploads.ts';

/** DELETE /api/v1/quotes/uploads/{quote_upload_id}. */
export const handler = createUploadHandler(
  'quote_upload_id',
  (ports) => cancelTableUploadUseCase(ports, QUOTE_UPLOADS),
  {
    errorFormat: 'quotes',
    response: QUOTE_UPLOAD_SCHEMAS.answer,
  },
);
