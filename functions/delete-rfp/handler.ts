import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { deleteRfpUseCase } from '../../shared/rfps/delete-rfp.ts';
import { createDynamoDbRfpStore } from '../../shared/rfps/store/dynamodb-rfp-store.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text() });
const deleteRfp = deleteRfpUseCase(
  createDynamoDbRfpStore({
    ...{ client: createDocumentClient(), rfpsTable: env.RFPS_TABLE, now: () => new Date() },
  }),
);

export const handler = createApiHandler(definition, ({ path, caller }) =>
  deleteRfp(path.rfp_id ?? '', caller),
);
