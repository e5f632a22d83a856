import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { awardRfpUseCase, readAward } from '../../shared/rfps/award-rfp.ts';
import { composeRfpChanges, RFP_CHANGE_VARIABLES } from '../../shared/rfps/compose-rfps.ts';
import { definition } from './definition.ts';

const env = readEnv(RFP_CHANGE_VARIABLES);
const changes = composeRfpChanges(env);

const awardRfp = awardRfpUseCase(changes);

const answerOnce = answerOnceUseCase({ store: changes.answers, operation: 'award-rfp', now: changes.now });

export const handler = createApiHandler(definition, async (request) => {
  const { body, caller } = request;
  const award = readAward(body);
  if (!award.ok) return award;
  const { rfp_id: rfpId = '' } = request.path;
  // The same Idempotency-Key with another path is another request.
  return answerOnce({ ...request, body: { rfpId, body } }, (keyed) =>
    awardRfp(rfpId, award.body, caller, keyed),
  );
});
