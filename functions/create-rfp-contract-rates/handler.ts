import {
  CONTRACT_WRITE_VARIABLES,
  composeContractWrites,
} from '../../shared/contracts/compose-contract-writes.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeLaneViews } from '../../shared/rfps/compose-rfps.ts';
import { makeContractRatesUseCase } from '../../shared/rfps/make-contract-rates.ts';
import { definition } from './definition.ts';

const env = readEnv({ ...CONTRACT_WRITE_VARIABLES, RFPS_TABLE: text(), STRATEGIES_TABLE: text() });
const views = composeLaneViews(env);
const makeContractRates = makeContractRatesUseCase({ ...views, ...composeContractWrites(env, views.client) });

export const handler = createApiHandler(definition, ({ path, body, caller }) =>
  makeContractRates(path.rfp_id ?? '', body, caller),
);
