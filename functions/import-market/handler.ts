import { randomUUID } from 'node:crypto';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { withRequestId } from '../../shared/logging/log-context.ts';
import { createDynamoDbMarketStore } from '../../shared/market/dynamodb-market-store.ts';
import { createS3Client } from '../../shared/objects/s3-client.ts';
import { createS3ObjectStore } from '../../shared/objects/s3-object-store.ts';
import { createDynamoDbOrganizationStore } from '../../shared/organizations/dynamodb-organization-store.ts';
import { createEmbeddedGeocoder } from '../../shared/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/places/embedded-road-distances.ts';
import { queueInService, returnsInService } from '../../shared/queues/queue-in-service.ts';
import { dieselOfStore } from '../../shared/rates/diesel-of-store.ts';
import { createDynamoDbDieselStore } from '../../shared/rates/dynamodb-diesel-store.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/dynamodb-terminal-store.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/embedded-terminal-directory.ts';
import { listed } from '../../shared/terminals/terminal-record.ts';
import { importUpload } from '../../shared/uploads/import-upload.ts';
import { readResumption } from '../../shared/uploads/waiting-uploads.ts';
import { readEnv } from './env.ts';
import { createImportUploads } from './import-uploads.ts';

const env = readEnv();
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
  terminals: async () => buildEmbeddedDirectory((await terminals.all()).map(listed)),
  dieselFor: () => dieselOfStore(diesel),
  places: createEmbeddedGeocoder(),
  roadDistances: createEmbeddedRoadDistances(),
  now: () => new Date(),
};

/** Works off the queue of uploads. */
export const handler = withRequestId(
  createImportUploads({
    importUpload: (upload, hasTime) => importUpload({ ...ports, run: randomUUID(), hasTime }, upload),
    readResumption: (key) => readResumption(ports.objects, key),
    queue: queueInService(env.UPLOADS_URL),
    comeAgain: returnsInService(env.UPLOADS_URL),
  }),
);
