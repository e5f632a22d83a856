import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createDynamoDbOrganizationStore } from '../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { readDieselLookup } from '../../shared/costs/diesel/diesel-book.ts';
import { createDynamoDbDieselStore } from '../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { createDynamoDbMarketStore } from '../../shared/market/store/dynamodb-market-store.ts';
import { importUpload } from '../../shared/market/uploads/import-upload.ts';
import { readResumption } from '../../shared/market/uploads/waiting-uploads.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import { createS3Client } from '../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore } from '../../shared/platform/s3/s3-object-store.ts';
import { composeMessageRetry, composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { toListedTerminal } from '../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { createImportUploads } from './import-uploads.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  TERMINALS_TABLE: text(),
  MARKET_TABLE: text(),
  UPLOADS_BUCKET: text(),
  /** URL of the function's own queue: unfinished imports continue by a message to it. */
  UPLOADS_URL: url(),
  /** As the AWS SDK reads them; set to use a stand-in for S3. */
  AWS_ENDPOINT_URL: v.optional(url()),
  AWS_ENDPOINT_URL_S3: v.optional(url()),
});
const client = createDocumentClient();
const terminals = createDynamoDbTerminalStore(client, env.TERMINALS_TABLE);
const diesel = createDynamoDbDieselStore(client, env.MARKET_TABLE);
const ports = {
  objects: createS3ObjectStore({
    client: createS3Client({ endpoint: env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL }),
    bucket: env.UPLOADS_BUCKET,
  }),
  store: createDynamoDbMarketStore(client, env.MARKET_TABLE),
  findOrganization: createDynamoDbOrganizationStore(client, env.ORGANIZATIONS_TABLE).find,
  terminals: async () => buildEmbeddedDirectory((await terminals.all()).map(toListedTerminal)),
  dieselFor: () => readDieselLookup(diesel),
  places: createEmbeddedGeocoder(),
  roadDistances: createEmbeddedRoadDistances(),
  now: () => new Date(),
};

/** Consumes the queue of uploads. */
export const handler = withRequestId(
  createImportUploads({
    importUpload: (upload, hasTime) => importUpload({ ...ports, run: randomUUID(), hasTime }, upload),
    readResumption: (key) => readResumption(ports.objects, key),
    queue: composeQueue(env.UPLOADS_URL),
    returnMessage: composeMessageRetry(env.UPLOADS_URL),
  }),
);
