import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { createDynamoDbCurrentTariff } from '../../shared/costs/accessorials/dynamodb-current-tariff.ts';
import { createEmbeddedRoadRoutes } from '../../shared/geography/routes/embedded-road-routes.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composePricing, PRICING_VARIABLES } from '../../shared/rates/compose-pricing.ts';
import { priceLanesUseCase } from '../../shared/rates/price-lanes.ts';
import { readIncluded, readLanes } from '../../shared/rates/read-lanes.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { definition } from './definition.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
  STRATEGIES_TABLE: text(),
  ...PRICING_VARIABLES,
});
const client = createDocumentClient();
const now = () => new Date();
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
const { read, places, ...pricing } = await composePricing(env, client, buildEmbeddedDirectory);
const ledger = createDynamoDbAccountLedger({
  client,
  read,
  organizationsTable: env.ORGANIZATIONS_TABLE,
  usageTable: env.USAGE_TABLE,
  idempotencyStore: answers,
});

const priceLanes = priceLanesUseCase({
  ...pricing,
  geocoder: places,
  roadRoutes: createEmbeddedRoadRoutes(),
  tariffs: createDynamoDbCurrentTariff(read, env.STRATEGIES_TABLE),
  ledger,
  now,
});

const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'price-lanes',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

export const handler = createApiHandler(definition, async (request) => {
  const { caller, headers, query, body } = request;
  const include = readIncluded(query);
  if (!include.ok) return include;
  const lanes = readLanes(body);
  if (!lanes.ok) return lanes;
  // A call for another answer is another call, also with the same lanes.
  const answered = include.body.route ? { include: 'route', lanes: body } : body;
  return answerOnce({ caller, headers, body: answered }, (keyed) =>
    priceLanes(lanes.body, caller, keyed, include.body),
  );
});
