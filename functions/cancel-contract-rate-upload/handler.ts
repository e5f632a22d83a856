import { cancelRateUploadUseCase } from '../../shared/contracts/upload-operations/cancel-rate-upload.ts';
import { rateUploadAnswer } from '../../shared/contracts/upload-operations/rate-upload-document.ts';
import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../shared/platform/s3/compose-uploads.ts';

const env = readApiEnv(UPLOADS_VARIABLES);
const cancelRateUpload = cancelRateUploadUseCase({
  objects: composeUploads(env),
  signed: composeUploadRequests(env),
  now: () => new Date(),
});

/** DELETE /api/v1/contract-rates/uploads/{rate_upload_id}. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  hasBody: false,
  response: rateUploadAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => cancelRateUpload(path.rate_upload_id ?? '', caller),
});
