import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeUploadRequests, UPLOADS_VARIABLES } from '../../shared/platform/s3/compose-uploads.ts';
import { composeRfpPricing, RFP_PRICING_VARIABLES } from '../../shared/rfps/compose-rfps.ts';
import { addFileAddressUseCase, createRfpUseCase } from '../../shared/rfps/create-rfp.ts';
import { readRfpRequestWithTariff } from '../../shared/rfps/read-rfp-request.ts';
import { createRfpIds } from '../../shared/rfps/record/stored-rfp.ts';
import { definition } from './definition.ts';

const env = readEnv({
  ...RFP_PRICING_VARIABLES,
  ...UPLOADS_VARIABLES,
  CONTRACTS_TABLE: text(),
});
const pricing = composeRfpPricing(env);
const { answers, client, ledger, strategies, now } = pricing;

const customers = createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE);
const createRfp = createRfpUseCase({ ...pricing, customers, newRfpId: createRfpIds() });
const addFileAddress = addFileAddressUseCase(composeUploadRequests(env), now);

const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'create-rfp',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

export const handler = createApiHandler(definition, async (request) => {
  const { caller } = request;
  const answer = await answerOnce(request, async (keyed) => {
    // Read only for a new call: whether dates and own charges are valid can change until a call is repeated.
    const draft = await readRfpRequestWithTariff(
      request.body,
      now(),
      async () => (await strategies.current(caller.orgId, caller.mode)).tariff,
    );
    return draft.ok ? createRfp(draft.body, caller, keyed) : draft;
  });
  return addFileAddress(caller, answer);
});
