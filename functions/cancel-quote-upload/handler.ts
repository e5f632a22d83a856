import { composeUploadOperation } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { cancelTableUploadUseCase } from '../../shared/market/upload-operations/table-uploads.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { QUOTE_UPLOAD_SCHEMAS, QUOTE_UPLOADS } from '../../shared/quotes/imported/quote-uploads.ts';

/** DELETE /api/v1/quotes/uploads/{quote_upload_id}. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  response: QUOTE_UPLOAD_SCHEMAS.answer,
  ...composeUploadOperation('quote_upload_id', (ports) => cancelTableUploadUseCase(ports, QUOTE_UPLOADS)),
});
