import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { addressableKey } from './object-path.ts';
import type { PresignedRequests } from './presigned-requests.ts';
import { createS3Client } from './s3-client.ts';
import type { S3Bucket } from './s3-object-store.ts';

/**
 * Signs with the credentials of the client, without a call to S3: the rights of these credentials are checked when the
 * address is used.
 * @throws UnaddressableKeyError for a key with dot segments.
 */
export function createS3PresignedRequests({ client, bucket: Bucket }: S3Bucket): PresignedRequests {
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
export function composePresignedRequests(
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
