import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { requestSettings } from '../aws/request-settings.ts';

/** A part of 8 MiB takes S3 a tenth of a second inside AWS; a request that takes this long is lost. */
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 5;

export interface S3ClientOptions extends Omit<S3ClientConfig, 'endpoint'> {
  /** Instead of AWS's own, for another service that stands for S3: requests name the bucket in their paths then. */
  readonly endpoint?: string | undefined;
  /** Of an attempt, until its answer begins: longer where a slow line uploads. */
  readonly timeoutMs?: number;
}

/** A client of S3 whose attempts end in time. */
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
