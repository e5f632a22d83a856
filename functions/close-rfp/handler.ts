import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { closeRfpUseCase } from '../../shared/rfps/apply-rfp-change.ts';
import { composeRfpChanges, RFP_CHANGE_VARIABLES } from '../../shared/rfps/compose-rfps.ts';
import { definition } from './definition.ts';

const env = readEnv(RFP_CHANGE_VARIABLES);
const changes = composeRfpChanges(env);

const closeRfp = closeRfpUseCase(changes);

const answerOnce = answerOnceUseCase({ store: changes.answers, operation: 'close-rfp', now: changes.now });

export const handler = createApiHandler(definition, (request) => {
  const { rfp_id: rfpId = '' } = request.path;
  // The same Idempotency-Key with another path is another request.
  return answerOnce({ ...request, body: { rfpId } }, (keyed) => closeRfp(rfpId, request.caller, keyed));
});
