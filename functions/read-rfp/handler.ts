import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeRfpReader } from '../../shared/rfps/compose-rfp-reader.ts';
import { readRfpAnswer } from '../../shared/rfps/documents/rfp-detail.ts';
import { readRfpUseCase } from '../../shared/rfps/read-rfp.ts';

const env = readApiEnv({ RFPS_TABLE: text() });
const readRfp = readRfpUseCase(composeRfpReader(env.RFPS_TABLE));

/** GET /api/v1/rfps/{rfp_id}. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  hasBody: false,
  response: readRfpAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readRfp(path.rfp_id ?? '', caller),
});
