import * as v from 'valibot';
import { type Environment, url } from '../env/read-env.ts';
import { createS3Client } from './s3-client.ts';
import { createS3ObjectStore, type ObjectStore } from './s3-object-store.ts';

/** Endpoints as the AWS SDK reads them; set to use a replacement of S3. */
export const S3_VARIABLES = {
  AWS_ENDPOINT_URL: v.optional(url()),
  AWS_ENDPOINT_URL_S3: v.optional(url()),
};

type S3Environment = Environment<typeof S3_VARIABLES>;

/** Endpoint of a replacement of S3; undefined for S3. */
export const s3Endpoint = (env: S3Environment): string | undefined =>
  env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL;

/** The objects of a bucket, with the endpoint of the environment. */
export const composeBucket = (bucket: string, env: S3Environment): ObjectStore =>
  createS3ObjectStore({ client: createS3Client({ endpoint: s3Endpoint(env) }), bucket });
