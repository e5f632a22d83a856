import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { composeRedeliveries } from '../../shared/webhooks/deliveries/recovery/compose-redeliveries.ts';
import { redeliverUseCase } from '../../shared/webhooks/deliveries/recovery/redeliver.ts';
import { readEnv } from './env.ts';
import { redeliverResponse } from './schema.ts';

const env = readEnv();
const redeliver = redeliverUseCase(composeRedeliveries(env));

/** POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: redeliverResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => redeliver(path.webhook_id ?? '', path.delivery_id ?? '', caller),
});
