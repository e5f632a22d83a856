import { createDynamoDbFindOrganization } from '../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createContractRateIds } from '../../shared/contracts/rate/contract-rate-id.ts';
import { createDynamoDbContractRateStore } from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { importRateUpload } from '../../shared/contracts/uploads/import-rate-upload.ts';
import { readDieselLookup } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createDynamoDbDieselStore } from '../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { importLoadFile } from '../../shared/market/importing/import-load-file.ts';
import { createDynamoDbMarketStore } from '../../shared/market/store/dynamodb-market-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { composeBucket, S3_VARIABLES } from '../../shared/platform/s3/compose-bucket.ts';
import { composeMessageRetry, composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { createDynamoDbImportedQuotes } from '../../shared/quotes/imported/dynamodb-imported-quotes.ts';
import { importQuoteUpload } from '../../shared/quotes/imported/import-quote-upload.ts';
import { importConvertedQuote } from '../../shared/quotes/loads/import-converted-quote.ts';
import { createDynamoDbQuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { createDynamoDbStrategies } from '../../shared/quotes/strategy/dynamodb-strategies.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { toListedTerminal } from '../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import type { TerminalSource } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { readAccountKey, UPLOAD_FOLDERS } from '../../shared/uploads/upload-key.ts';
import { createImportUploads } from './import-uploads.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  TERMINALS_TABLE: text(),
  MARKET_TABLE: text(),
  CONTRACTS_TABLE: text(),
  QUOTES_TABLE: text(),
  STRATEGIES_TABLE: text(),
  UPLOADS_BUCKET: text(),
  /** URL of the function's own queue: unfinished imports continue by a message to it. */
  UPLOADS_URL: url(),
  ...S3_VARIABLES,
});
const client = createDocumentClient();
const terminals = createDynamoDbTerminalStore(client, env.TERMINALS_TABLE);
const diesel = createDynamoDbDieselStore(client, env.MARKET_TABLE);
const common = {
  objects: composeBucket(env.UPLOADS_BUCKET, env),
  findOrganization: createDynamoDbFindOrganization(client, env.ORGANIZATIONS_TABLE),
  places: createEmbeddedGeocoder(),
  now: () => new Date(),
};
const readTerminals = async () => buildEmbeddedDirectory((await terminals.all()).map(toListedTerminal));
const market = {
  store: createDynamoDbMarketStore(client, env.MARKET_TABLE),
  dieselFor: () => readDieselLookup(diesel),
};
const ofLoads = {
  ...common,
  ...market,
  terminals: readTerminals,
  roadDistances: createEmbeddedRoadDistances(),
};
const ofRates = {
  ...common,
  rates: createDynamoDbContractRateStore(client, env.CONTRACTS_TABLE),
  customers: createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
  newRateId: createContractRateIds(),
};

const ofPastQuotes = {
  ...common,
  imported: createDynamoDbImportedQuotes({ client, TableName: env.QUOTES_TABLE }),
};

const ofQuotes = {
  ...common,
  ...market,
  quotes: createDynamoDbQuoteReader({ client, TableName: env.QUOTES_TABLE, now: common.now }),
  strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
  terminalId: async (name: string) => (await terminals.find(name))?.id,
};

/** Reads once in a run: each of its groups needs the terminals. */
function readOnce<View>(read: () => Promise<View>): TerminalSource<View> {
  let view: Promise<View> | undefined;
  return {
    current: () => {
      view ??= read();
      return view;
    },
  };
}

/** Consumes the queue of uploads. */
export const handler = withRequestId(
  createImportUploads({
    importQuote: (converted) => importConvertedQuote(ofQuotes, converted),
    importFile: (upload, hasTime) => {
      const { folder } = readAccountKey(upload.key) ?? {};
      const ofTable = { hasTime, terminals: readOnce(readTerminals) };
      if (folder === UPLOAD_FOLDERS.rates) return importRateUpload({ ...ofRates, ...ofTable }, upload);
      if (folder === UPLOAD_FOLDERS.quotes) return importQuoteUpload({ ...ofPastQuotes, ...ofTable }, upload);
      return importLoadFile({ ...ofLoads, hasTime }, upload);
    },
    queue: composeQueue(env.UPLOADS_URL),
    returnMessage: composeMessageRetry(env.UPLOADS_URL),
  }),
);
