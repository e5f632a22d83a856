import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createRedeliver } from '../../shared/webhooks/deliveries/recovery/redeliver.ts';
import { redeliveriesInService } from '../../shared/webhooks/deliveries/recovery/redeliveries-in-service.ts';
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
