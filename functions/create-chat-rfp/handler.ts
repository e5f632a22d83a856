import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { createDynamoDbChats } from '../../shared/chats/dynamodb-chats.ts';
import { rfpBodyOf, sendFileUseCase } from '../../shared/chats/use-chat.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeUploads, UPLOADS_VARIABLES } from '../../shared/platform/s3/compose-uploads.ts';
import { composeRfpPricing, RFP_PRICING_VARIABLES } from '../../shared/rfps/compose-rfps.ts';
import { createRfpUseCase } from '../../shared/rfps/create-rfp.ts';
import { readRfpRequestWithTariff } from '../../shared/rfps/read-rfp-request.ts';
import { createRfpIds } from '../../shared/rfps/record/stored-rfp.ts';
import { definition } from './definition.ts';

const env = readEnv({ ...RFP_PRICING_VARIABLES, ...UPLOADS_VARIABLES, CONTRACTS_TABLE: text() });
const pricing = composeRfpPricing(env);
const { answers, client, ledger, strategies, now } = pricing;
const customers = createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE);
const createRfp = createRfpUseCase({ ...pricing, customers, newRfpId: createRfpIds() });
const chats = createDynamoDbChats({ client, table: env.RFPS_TABLE, now });
const files = composeUploads(env);
const sendFile = sendFileUseCase(files);

const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'create-chat-rfp',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

export const handler = createApiHandler(definition, async (request) => {
  const { path, body, caller } = request;
  const answer = await answerOnce({ ...request, body: { path, body } }, async (keyed) => {
    const asked = await rfpBodyOf({ chats, files }, path.chat_id ?? '', body, caller);
    if (!asked.ok) return asked;
    const draft = await readRfpRequestWithTariff(
      asked.body,
      now(),
      async () => (await strategies.current(caller.orgId, caller.mode)).tariff,
    );
    return draft.ok ? createRfp(draft.body, caller, keyed) : draft;
  });
  return sendFile(path.chat_id ?? '', body, caller, answer);
});
