import * as v from 'valibot';
import { rateUploadAnswer } from '../../shared/contracts/upload-operations/rate-upload-document.ts';
import { readRateUploadUseCase } from '../../shared/contracts/upload-operations/read-rate-upload.ts';
import { readApiEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeBucket, S3_VARIABLES, s3Endpoint } from '../../shared/platform/s3/compose-bucket.ts';
import { composePresignedRequests } from '../../shared/platform/s3/s3-presigned-requests.ts';

const env = readApiEnv({
  UPLOADS_BUCKET: text(),
  UPLOADS_ADDRESS: v.optional(url()),
  ...S3_VARIABLES,
});
const readRateUpload = readRateUploadUseCase({
  objects: composeBucket(env.UPLOADS_BUCKET, env),
  signed: composePresignedRequests(env.UPLOADS_BUCKET, {
    endpoint: s3Endpoint(env),
    address: env.UPLOADS_ADDRESS,
  }),
  now: () => new Date(),
});

/** GET /api/v1/contract-rates/uploads/{rate_upload_id}. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  hasBody: false,
  response: rateUploadAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readRateUpload(path.rate_upload_id ?? '', caller),
});
