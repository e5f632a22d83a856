import { cancelUploadUseCase } from '../../shared/market/upload-operations/cancel-upload.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { createUploadHandler } from '../../shared/market/upload-operations/upload-handlers.ts';

/** DELETE /api/v1/market/uploads/{upload_id}. */
export const handler = createUploadHandler('upload_id', cancelUploadUseCase, {
  errorFormat: 'general',
  response: uploadAnswer,
});
