import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as v from 'valibot';
import { type Environment, text, url } from '../env/read-env.ts';
import { composeBucket, S3_VARIABLES, s3Endpoint } from './compose-bucket.ts';
import { addressableKey } from './object-path.ts';
import { createS3Client } from './s3-client.ts';

/** Variables of a function that signs or reads uploads. */
export const UPLOADS_VARIABLES = {
  UPLOADS_BUCKET: text(),
  /** Address of the bucket for callers, without its name in the path; of S3 if it is left out. */
  UPLOADS_ADDRESS: v.optional(url()),
  ...S3_VARIABLES,
};

type UploadsEnvironment = Environment<typeof UPLOADS_VARIABLES>;

/** The objects of the bucket of uploads. */
export const composeUploads = (env: UploadsEnvironment) => composeBucket(env.UPLOADS_BUCKET, env);

/** An address that lets a caller without AWS credentials send one object. */
export interface PresignedPut {
  readonly url: string;
  readonly method: 'PUT';
  /** The request must have exactly these values: the signature includes them. */
  readonly headers: Readonly<Record<string, string>>;
}

export type PresignedRequests = ReturnType<typeof composeUploadRequests>;

/**
 * Signs requests to the bucket of uploads with the credentials of the function, without a call to S3: the rights of these
 * credentials are checked when the address is used.
 * @throws UnaddressableKeyError for a key with dot segments.
 */
export function composeUploadRequests(env: UploadsEnvironment) {
  const address = env.UPLOADS_ADDRESS;
  const Bucket = address ?? env.UPLOADS_BUCKET;
  const client = createS3Client({
    // Otherwise the SDK adds the checksum of an empty body to the address.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address === undefined ? { endpoint: s3Endpoint(env) } : { bucketEndpoint: true }),
  });
  return {
    /**
     * An address that stores one object with this key. If the key exists, S3 rejects the request with 412, so that no
     * second file replaces the first.
     * @param options.seconds until the address expires, from 1; a request that began earlier still ends.
     */
    async put(
      key: string,
      { contentType, seconds }: { readonly contentType: string; readonly seconds: number },
    ): Promise<PresignedPut> {
      const headers = { 'Content-Type': contentType, 'If-None-Match': '*' };
      const object = { Bucket, Key: addressableKey(key), ContentType: contentType, IfNoneMatch: '*' };
      const signableHeaders = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
      const options = { expiresIn: seconds, signableHeaders };
      return {
        url: await getSignedUrl(client, new PutObjectCommand(object), options),
        method: 'PUT',
        headers,
      };
    },

    /** An address that reads an object as a download with a file name. */
    get(
      key: string,
      {
        fileName,
        seconds,
        contentType = 'text/csv; charset=utf-8',
      }: { readonly fileName: string; readonly seconds: number; readonly contentType?: string },
    ): Promise<string> {
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
