import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createTextHandler } from '../../shared/platform/http/handlers/text-handler.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../shared/platform/s3/compose-uploads.ts';
import { composeLaneViews } from '../../shared/rfps/compose-rfps.ts';
import { readResultsUseCase } from '../../shared/rfps/listing/read-results.ts';
import { createDynamoDbRfpRequests } from '../../shared/rfps/store/dynamodb-rfp-requests.ts';
import { definition } from './definition.ts';

const env = readEnv({
  RFPS_TABLE: text(),
  STRATEGIES_TABLE: text(),
  ...UPLOADS_VARIABLES,
});
const now = () => new Date();
const { client, ...views } = composeLaneViews(env);
const readResults = readResultsUseCase({
  rfps: views.rfps,
  views,
  requests: createDynamoDbRfpRequests({ client, rfpsTable: env.RFPS_TABLE }, now),
  objects: composeUploads(env),
  signed: composeUploadRequests(env),
  now,
});

export const handler = createTextHandler(definition, ({ path, query, caller }) =>
  readResults(path.rfp_id ?? '', query, caller),
);
