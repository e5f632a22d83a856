import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as v from 'valibot';
import { type Environment, text, url } from '../env/read-env.ts';
import { composeBucket, S3_VARIABLES, s3Endpoint } from './compose-bucket.ts';
import { addressableKey } from './object-path.ts';
import type { PresignedRequests } from './presigned-requests.ts';
import { createS3Client } from './s3-client.ts';
import type { S3Bucket } from './s3-object-store.ts';

/**
 * Signs with the credentials of the client, without a call to S3: the rights of these credentials are checked when the
 * address is used.
 * @throws UnaddressableKeyError for a key with dot segments.
 */
function createS3PresignedRequests({ client, bucket: Bucket }: S3Bucket): PresignedRequests {
  return {
    async put(key, { contentType, seconds }) {
      const headers = { 'Content-Type': contentType, 'If-None-Match': '*' };
      const command = new PutObjectCommand({
        Bucket,
        Key: addressableKey(key),
        ContentType: contentType,
        IfNoneMatch: '*',
      });
      const signed = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
      const url = await getSignedUrl(client, command, { expiresIn: seconds, signableHeaders: signed });
      return { url, method: 'PUT', headers };
    },

    get(key, { fileName, seconds, contentType = 'text/csv; charset=utf-8' }) {
      const command = new GetObjectCommand({
        Bucket,
        Key: addressableKey(key),
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
        ResponseContentType: contentType,
      });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
  };
}

/**
 * Signed addresses of a bucket.
 * @param address where callers reach the bucket, if not at S3: its addresses then have no bucket name in the path.
 */
function composePresignedRequests(
  bucket: string,
  { endpoint, address }: { readonly endpoint?: string | undefined; readonly address?: string | undefined },
): PresignedRequests {
  const client: S3Client = createS3Client({
    // Otherwise the SDK adds the checksum of an empty body to the address.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address === undefined ? { endpoint } : { bucketEndpoint: true }),
  });
  return createS3PresignedRequests({ client, bucket: address ?? bucket });
}

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
