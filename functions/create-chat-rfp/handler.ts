import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { createDynamoDbChats } from '../../shared/chats/dynamodb-chats.ts';
import { rfpBodyOf } from '../../shared/chats/use-chat.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeRfpPricing, RFP_PRICING_VARIABLES } from '../../shared/rfps/compose-rfps.ts';
import { createRfpUseCase } from '../../shared/rfps/create-rfp.ts';
import { readRfpRequestWithTariff } from '../../shared/rfps/read-rfp-request.ts';
import { createRfpIds } from '../../shared/rfps/record/rfp-id.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ ...RFP_PRICING_VARIABLES, CONTRACTS_TABLE: text() });
const pricing = composeRfpPricing(env);
const { answers, client, ledger, strategies, now } = pricing;
const customers = createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE);
const createRfp = createRfpUseCase({ ...pricing, customers, newRfpId: createRfpIds() });
const chats = createDynamoDbChats({ client, table: env.RFPS_TABLE, now });

const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'create-chat-rfp',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: (request) => {
    const { path, body, caller } = request;
    return answerOnce({ ...request, body: { path, body } }, async (keyed) => {
      const asked = await rfpBodyOf(chats, path.chat_id ?? '', body, caller);
      if (!asked.ok) return asked;
      const draft = await readRfpRequestWithTariff(
        asked.body,
        now(),
        async () => (await strategies.current(caller.orgId, caller.mode)).tariff,
      );
      if (!draft.ok) return draft;
      const { fields, lanes = [] } = draft.body;
      return createRfp({ fields, lanes }, caller, keyed);
    });
  },
});
