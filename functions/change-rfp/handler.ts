import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { changeRfpUseCase } from '../../shared/rfps/change-rfp.ts';
import { readRfpChange } from '../../shared/rfps/read-rfp-change.ts';
import { createDynamoDbRfpStore } from '../../shared/rfps/store/dynamodb-rfp-store.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ RFPS_TABLE: text() });
const now = () => new Date();
const changeRfp = changeRfpUseCase({
  rfps: createDynamoDbRfpStore({ client: createDocumentClient(), rfpsTable: env.RFPS_TABLE, now }),
  now,
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async ({ path, body, caller }) => {
    const change = readRfpChange(body);
    return change.ok ? changeRfp(path.rfp_id ?? '', change.body, caller) : change;
  },
});
