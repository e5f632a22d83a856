import { createAccountUsage } from '../../shared/accounts/usage/dynamodb-read-account.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbStrategies } from '../../shared/quotes/strategy/dynamodb-strategies.ts';
import { changeRfpUseCase } from '../../shared/rfps/change-rfp.ts';
import { readRfpChange } from '../../shared/rfps/read-rfp-change.ts';
import { createDynamoDbRfpStore } from '../../shared/rfps/store/dynamodb-rfp-store.ts';
import { definition } from './definition.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
  STRATEGIES_TABLE: text(),
  RFPS_TABLE: text(),
});
const client = createDocumentClient();
const now = () => new Date();
const { ORGANIZATIONS_TABLE: organizationsTable, USAGE_TABLE: usageTable } = env;
const changeRfp = changeRfpUseCase({
  rfps: createDynamoDbRfpStore({ client, rfpsTable: env.RFPS_TABLE, usageTable, now }),
  strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
  usageOf: createAccountUsage({ client, organizationsTable, usageTable }),
  now,
});

export const handler = createApiHandler(definition, async ({ path, body, caller }) => {
  const change = readRfpChange(body);
  return change.ok ? changeRfp(path.rfp_id ?? '', change.body, caller) : change;
});
