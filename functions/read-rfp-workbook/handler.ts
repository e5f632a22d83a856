import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createTextHandler } from '../../shared/platform/http/handlers/text-handler.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../shared/platform/s3/compose-uploads.ts';
import { readResultsUseCase } from '../../shared/rfps/listing/read-results.ts';
import { createDynamoDbRfpReader } from '../../shared/rfps/store/dynamodb-rfp-reader.ts';
import { createDynamoDbRfpRequests } from '../../shared/rfps/store/dynamodb-rfp-requests.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text(), ...UPLOADS_VARIABLES });
const now = () => new Date();
const table = { client: createDocumentClient(), rfpsTable: env.RFPS_TABLE };
const readResults = readResultsUseCase({
  rfps: createDynamoDbRfpReader(table),
  requests: createDynamoDbRfpRequests(table, now),
  objects: composeUploads(env),
  signed: composeUploadRequests(env),
  now,
});

/** GET /api/v1/rfps/{rfp_id}/results.xlsx: its address. */
export const handler = createTextHandler(definition, ({ path, query, caller }) =>
  readResults(path.rfp_id ?? '', query, caller),
);
