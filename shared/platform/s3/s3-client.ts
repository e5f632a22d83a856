import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { requestSettings } from '../aws/request-settings.ts';

/** Inside AWS, S3 takes about 0.1 s for a part of 8 MiB, so a request that takes this long has failed. */
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 5;

export interface S3ClientOptions extends Omit<S3ClientConfig, 'endpoint'> {
  /** Endpoint of an S3-compatible service. Requests then have the bucket name in their paths. */
  readonly endpoint?: string | undefined;
  /** Milliseconds of an attempt until its response begins. Set a longer time for slow uploads. */
  readonly timeoutMs?: number;
}

/** Creates an S3 client with timeouts. */
export const createS3Client = ({
  endpoint,
  timeoutMs = TIMEOUT_MS,
  ...config
}: S3ClientOptions = {}): S3Client =>
  new S3Client({
    ...requestSettings({ timeoutMs, attempts: ATTEMPTS }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...config,
  });
