import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeLaneViews } from '../../shared/rfps/compose-rfps.ts';
import { listLanesUseCase } from '../../shared/rfps/listing/list-lanes.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text(), STRATEGIES_TABLE: text() });
const listLanes = listLanesUseCase(composeLaneViews(env));

export const handler = createApiHandler(definition, ({ path, query, caller }) =>
  listLanes(path.rfp_id ?? '', query, caller),
);
