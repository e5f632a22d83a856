import * as v from 'valibot';
import { type Environment, text, url } from '../env/read-env.ts';
import { composeBucket, S3_VARIABLES, s3Endpoint } from './compose-bucket.ts';
import { composePresignedRequests } from './s3-presigned-requests.ts';

/** Variables of a function that signs or reads uploads. */
export const UPLOADS_VARIABLES = {
  UPLOADS_BUCKET: text(),
  /** Address of the bucket for callers; of S3 if it is left out. */
  UPLOADS_ADDRESS: v.optional(url()),
  ...S3_VARIABLES,
};

type UploadsEnvironment = Environment<typeof UPLOADS_VARIABLES>;

/** The objects of the bucket of uploads. */
export const composeUploads = (env: UploadsEnvironment) => composeBucket(env.UPLOADS_BUCKET, env);

/** Signs requests to the bucket of uploads. */
export const composeUploadRequests = (env: UploadsEnvironment) =>
  composePresignedRequests(env.UPLOADS_BUCKET, { endpoint: s3Endpoint(env), address: env.UPLOADS_ADDRESS });
