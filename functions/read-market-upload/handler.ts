import * as v from 'valibot';
import { readUploadStatusUseCase } from '../../shared/market/upload-operations/read-upload-status.ts';
import { uploadAnswer } from '../../shared/market/upload-operations/upload-document.ts';
import { readApiEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeBucket, S3_VARIABLES, s3Endpoint } from '../../shared/platform/s3/compose-bucket.ts';
import { composePresignedRequests } from '../../shared/platform/s3/s3-presigned-requests.ts';

const env = readApiEnv({
  UPLOADS_BUCKET: text(),
  UPLOADS_ADDRESS: v.optional(url()),
  ...S3_VARIABLES,
});
const readUploadStatus = readUploadStatusUseCase({
  objects: composeBucket(env.UPLOADS_BUCKET, env),
  signed: composePresignedRequests(env.UPLOADS_BUCKET, {
    endpoint: s3Endpoint(env),
    address: env.UPLOADS_ADDRESS,
  }),
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
