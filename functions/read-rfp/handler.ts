import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeRfpReader } from '../../shared/rfps/compose-rfps.ts';
import { readRfpUseCase } from '../../shared/rfps/read-rfp.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text() });
const readRfp = readRfpUseCase(composeRfpReader(env.RFPS_TABLE));

export const handler = createApiHandler(definition, ({ path, caller }) => readRfp(path.rfp_id ?? '', caller));
