import { createCallLimit } from '../../shared/deliveries/call-limit.ts';
import { createDynamoDbCallPlaces } from '../../shared/deliveries/dynamodb-call-places.ts';
import { createRecoverDeliveries } from '../../shared/deliveries/recover-deliveries.ts';
import { redeliveriesInService } from '../../shared/deliveries/redeliveries-in-service.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { readEnv } from './env.ts';
import { recoverDeliveriesResponse } from './schema.ts';

const env = readEnv();
const { table, ...ports } = redeliveriesInService(env);
const limit = createCallLimit(createDynamoDbCallPlaces(table), 'recover', ports.now);
const recoverDeliveries = createRecoverDeliveries({ ...ports, limit });

/** POST /v1/webhooks/{webhook_id}/recover. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: true,
  response: recoverDeliveriesResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, body, caller }) => recoverDeliveries(path.webhook_id ?? '', body, caller),
});
