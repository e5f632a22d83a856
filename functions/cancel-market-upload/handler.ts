import { cancelUploadUseCase } from '../../shared/market/upload-operations/cancel-upload.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../shared/platform/s3/compose-uploads.ts';

const env = readApiEnv(UPLOADS_VARIABLES);
const cancelUpload = cancelUploadUseCase({
  objects: composeUploads(env),
  signed: composeUploadRequests(env),
  now: () => new Date(),
});

/** DELETE /api/v1/market/uploads/{upload_id}. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: uploadAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => cancelUpload(path.upload_id ?? '', caller),
});
