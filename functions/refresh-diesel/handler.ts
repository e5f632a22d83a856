import * as v from 'valibot';
import { createDynamoDbDieselStore } from '../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { fetchEiaDiesel } from '../../shared/costs/diesel/eia-diesel-series.ts';
import { refreshDiesel } from '../../shared/costs/diesel/refresh-diesel.ts';
import { createSystemsManager, readSecret } from '../../shared/platform/aws/systems-manager-secret.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { createScheduledRefresh } from './scheduled-refresh.ts';

const env = readEnv({
  MARKET_TABLE: text(),
  /** Name of the Systems Manager parameter of the EIA API key. The parameter may be missing. */
  EIA_API_KEY_PARAMETER: text(),
  /** Base URL of a stand-in for the EIA. */
  EIA_URL: v.optional(url()),
});
const store = createDynamoDbDieselStore(createDocumentClient(), env.MARKET_TABLE);
const systemsManager = createSystemsManager();

/** Scheduled: records the diesel prices that the EIA publishes. */
export const handler = withRequestId(
  createScheduledRefresh({
    readKey: () => readSecret(systemsManager, env.EIA_API_KEY_PARAMETER),
    refresh: (apiKey) =>
      refreshDiesel({
        fetchSince: (week) => fetchEiaDiesel({ apiKey, url: env.EIA_URL }, week),
        store,
        now: () => new Date(),
        recordedBy: 'refresh-diesel',
      }),
    keyParameter: env.EIA_API_KEY_PARAMETER,
  }),
);
