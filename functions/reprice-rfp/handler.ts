import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { repriceRfpUseCase } from '../../shared/rfps/apply-rfp-change.ts';
import { composeRfpPricing, RFP_PRICING_VARIABLES } from '../../shared/rfps/compose-rfps.ts';
import { definition } from './definition.ts';

const env = readEnv(RFP_PRICING_VARIABLES);
const pricing = composeRfpPricing(env);
const { answers, ledger, now } = pricing;

const repriceRfp = repriceRfpUseCase(pricing);

const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'reprice-rfp',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

export const handler = createApiHandler(definition, (request) => {
  const { rfp_id: rfpId = '' } = request.path;
  // The same Idempotency-Key with another path is another request.
  return answerOnce({ ...request, body: { rfpId } }, (keyed) => repriceRfp(rfpId, request.caller, keyed));
});
