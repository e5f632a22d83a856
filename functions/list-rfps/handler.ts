import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeRfpReader } from '../../shared/rfps/compose-rfps.ts';
import { listRfpsUseCase } from '../../shared/rfps/listing/list-rfps.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text() });
const listRfps = listRfpsUseCase(composeRfpReader(env.RFPS_TABLE));

export const handler = createApiHandler(definition, ({ query, caller }) => listRfps(query, caller));
