import { composeUploadOperation } from '../../shared/market/upload-operations/compose-upload-operations.ts';
import { readUploadStatusUseCase } from '../../shared/market/upload-operations/read-upload-status.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';

/** GET /api/v1/market/uploads/{upload_id}. */
export const handler = createApiHandler({
  errorFormat: 'general',
  response: uploadAnswer,
  ...composeUploadOperation('upload_id', readUploadStatusUseCase),
});
