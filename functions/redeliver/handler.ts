import { createRedeliver } from '../../shared/deliveries/redeliver.ts';
import { redeliveriesInService } from '../../shared/deliveries/redeliveries-in-service.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { readEnv } from './env.ts';
import { redeliverResponse } from './schema.ts';

const env = readEnv();
const redeliver = createRedeliver(redeliveriesInService(env));

/** POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: false,
  response: redeliverResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => redeliver(path.webhook_id ?? '', path.delivery_id ?? '', caller),
});
