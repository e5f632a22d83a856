import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeRfpReader } from '../../shared/rfps/compose-rfp-reader.ts';
import { listRfpsAnswer } from '../../shared/rfps/documents/rfp-list.ts';
import { listRfpsUseCase } from '../../shared/rfps/listing/list-rfps.ts';

const env = readApiEnv({ RFPS_TABLE: text() });
const listRfps = listRfpsUseCase(composeRfpReader(env.RFPS_TABLE));

/** GET /api/v1/rfps. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  hasBody: false,
  response: listRfpsAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ query, caller }) => listRfps(query, caller),
});
