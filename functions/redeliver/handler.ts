import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { REDELIVERY_VARIABLES } from '../../shared/webhooks/deliveries/delivery-env.ts';
import { composeRedeliveries } from '../../shared/webhooks/deliveries/recovery/compose-redeliveries.ts';
import { redeliverUseCase } from '../../shared/webhooks/deliveries/recovery/redeliver.ts';
import { definition } from './definition.ts';

const env = readApiEnv(REDELIVERY_VARIABLES);
const redeliver = redeliverUseCase(composeRedeliveries(env));

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => redeliver(path.webhook_id ?? '', path.delivery_id ?? '', caller),
});
