import { readUploadStatusUseCase } from '../../shared/market/upload-operations/read-upload-status.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { createUploadHandler } from '../../shared/market/upload-operations/upload-handlers.ts';

/** GET /api/v1/market/uploads/{upload_id}. */
export const handler = createUploadHandler('upload_id', readUploadStatusUseCase, {
  errorFormat: 'general',
  response: uploadAnswer,
});
