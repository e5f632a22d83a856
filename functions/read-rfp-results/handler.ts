import * as v from 'valibot';
import { readApiEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createCsvHandler } from '../../shared/platform/http/handlers/csv-handler.ts';
import { composeBucket, S3_VARIABLES, s3Endpoint } from '../../shared/platform/s3/compose-bucket.ts';
import { composePresignedRequests } from '../../shared/platform/s3/s3-presigned-requests.ts';
import { composeLaneViews } from '../../shared/rfps/compose-lane-views.ts';
import { resultsAddressAnswer } from '../../shared/rfps/documents/results-address.ts';
import { readResultsUseCase } from '../../shared/rfps/listing/read-results.ts';
import { createDynamoDbResultsRequests } from '../../shared/rfps/store/dynamodb-results-requests.ts';

const env = readApiEnv({
  RFPS_TABLE: text(),
  STRATEGIES_TABLE: text(),
  UPLOADS_BUCKET: text(),
  UPLOADS_ADDRESS: v.optional(url()),
  ...S3_VARIABLES,
});
const now = () => new Date();
const { client, ...views } = composeLaneViews(env);
const readResults = readResultsUseCase({
  ...views,
  requests: createDynamoDbResultsRequests({ client, rfpsTable: env.RFPS_TABLE }, now),
  objects: composeBucket(env.UPLOADS_BUCKET, env),
  signed: composePresignedRequests(env.UPLOADS_BUCKET, {
    endpoint: s3Endpoint(env),
    address: env.UPLOADS_ADDRESS,
  }),
  now,
});

/** GET /api/v1/rfps/{rfp_id}/results.csv. */
export const handler = createCsvHandler({
  errorFormat: 'quotes',
  json: resultsAddressAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, query, caller }) => readResults(path.rfp_id ?? '', query, caller),
});
