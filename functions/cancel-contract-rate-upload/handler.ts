import { RATE_UPLOAD_SCHEMAS, RATE_UPLOADS } from '../../shared/contracts/upload-operations/rate-uploads.ts';
import { cancelTableUploadUseCase } from '../../shared/market/upload-operations/table-uploads.ts';
import { createUploadHandler } from '../../shared/market/upload-operations/upload-handlers.ts';

/** DELETE /api/v1/contract-rates/uploads/{rate_upload_id}. */
export const handler = createUploadHandler(
  'rate_upload_id',
  (ports) => cancelTableUploadUseCase(ports, RATE_UPLOADS),
  {
    errorFormat: 'quotes',
    response: RATE_UPLOAD_SCHEMAS.answer,
  },
);
