import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { REDELIVERY_VARIABLES } from '../../shared/webhooks/deliveries/delivery-env.ts';
import { composeRedeliveries } from '../../shared/webhooks/deliveries/recovery/compose-redeliveries.ts';
import { recoverDeliveriesUseCase } from '../../shared/webhooks/deliveries/recovery/recover-deliveries.ts';
import { createCallLimit } from '../../shared/webhooks/limits/call-limit.ts';
import { createDynamoDbCallLeases } from '../../shared/webhooks/limits/dynamodb-call-leases.ts';
import { definition } from './definition.ts';

const env = readApiEnv(REDELIVERY_VARIABLES);
const { table, ...ports } = composeRedeliveries(env);
const limit = createCallLimit(createDynamoDbCallLeases(table), 'recover', ports.now);
const recoverDeliveries = recoverDeliveriesUseCase({ ...ports, limit });

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, body, caller }) => recoverDeliveries(path.webhook_id ?? '', body, caller),
});
