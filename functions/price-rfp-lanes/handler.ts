import { createDynamoDbSuspensionLookup } from '../../shared/accounts/organizations/dynamodb-suspension-lookup.ts';
import { createAccountUsage } from '../../shared/accounts/usage/dynamodb-read-account.ts';
import { composeBenchmarks } from '../../shared/costs/trailers/dynamodb-benchmarks.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { composeBucket, S3_VARIABLES } from '../../shared/platform/s3/compose-bucket.ts';
import { composeMessageRetry, composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { createDynamoDbStrategies } from '../../shared/quotes/strategy/dynamodb-strategies.ts';
import { composePricing, PRICING_VARIABLES } from '../../shared/rates/compose-pricing.ts';
import { eraseRfpUseCase } from '../../shared/rfps/delete-rfp.ts';
import { priceChunkUseCase } from '../../shared/rfps/price-chunk.ts';
import { createDynamoDbRfpRequests } from '../../shared/rfps/store/dynamodb-rfp-requests.ts';
import { createDynamoDbRfpStore } from '../../shared/rfps/store/dynamodb-rfp-store.ts';
import { readRfpFileUseCase } from '../../shared/rfps/uploads/read-rfp-file.ts';
import { writeResultsUseCase } from '../../shared/rfps/write-results.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { createPriceRfpLanes } from './price-rfp-lanes.ts';

const env = readEnv({
  RFPS_TABLE: text(),
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
  UPLOADS_BUCKET: text(),
  STRATEGIES_TABLE: text(),
  CONTRACTS_TABLE: text(),
  /** URL of the function's own queue: sent files become messages to it. */
  RFP_WORK_URL: url(),
  ...PRICING_VARIABLES,
  ...S3_VARIABLES,
});
const client = createDocumentClient();
const now = () => new Date();
const table = { client, rfpsTable: env.RFPS_TABLE, usageTable: env.USAGE_TABLE, now };
const rfps = createDynamoDbRfpStore(table);
const accounts = { client, organizationsTable: env.ORGANIZATIONS_TABLE, usageTable: env.USAGE_TABLE };
const objects = composeBucket(env.UPLOADS_BUCKET, env);
const customers = createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE);
const strategies = createDynamoDbStrategies(client, env.STRATEGIES_TABLE);
const benchmarks = composeBenchmarks(client, env);
const pricing = await composePricing(env, client, (terminals) => ({
  ...buildEmbeddedDirectory(terminals),
  ...buildNearestTerminals(terminals),
}));

/** Consumes the queue of work on RFPs. */
export const handler = withRequestId(
  createPriceRfpLanes({
    isSuspended: createDynamoDbSuspensionLookup(client, env.ORGANIZATIONS_TABLE),
    waiting: createDynamoDbRfpRequests(table, now),
    priceChunk: priceChunkUseCase({ ...pricing, benchmarks, customers, strategies, rfps }),
    readRfpFile: readRfpFileUseCase({
      rfps,
      objects,
      usageOf: createAccountUsage(accounts),
      strategies,
      places: pricing.places,
      terminals: pricing.terminals,
      now,
    }),
    writeResults: writeResultsUseCase({ rfps, strategies, objects }),
    erase: eraseRfpUseCase({ rfps, objects }),
    queue: composeQueue(env.RFP_WORK_URL),
    returnMessage: composeMessageRetry(env.RFP_WORK_URL),
  }),
);
