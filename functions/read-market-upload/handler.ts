import { readUploadStatusUseCase } from '../../shared/market/upload-operations/read-upload-status.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../shared/platform/s3/compose-uploads.ts';

const env = readApiEnv(UPLOADS_VARIABLES);
const readUploadStatus = readUploadStatusUseCase({
  objects: composeUploads(env),
  signed: composeUploadRequests(env),
  now: () => new Date(),
});

/** GET /api/v1/market/uploads/{upload_id}. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: uploadAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readUploadStatus(path.upload_id ?? '', caller),
});
