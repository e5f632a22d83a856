import { attemptsInService } from '../../shared/deliveries/attempts-in-service.ts';
import { createCallLimit } from '../../shared/deliveries/call-limit.ts';
import { createDeliveryIds } from '../../shared/deliveries/delivery-id.ts';
import { createDynamoDbCallPlaces } from '../../shared/deliveries/dynamodb-call-places.ts';
import { createDynamoDbDeliveryIntake } from '../../shared/deliveries/dynamodb-delivery-intake.ts';
import { createDynamoDbDeliveryRecords } from '../../shared/deliveries/dynamodb-delivery-records.ts';
import { createDynamoDbSlots } from '../../shared/deliveries/dynamodb-slots.ts';
import { createTestWebhook } from '../../shared/deliveries/test-webhook.ts';
import { sampleEvent } from '../../shared/events/sample-event.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { readEnv } from './env.ts';
import { testWebhookResponse } from './schema.ts';

const env = readEnv();
const { table, attempts, webhooks, attempt, budget, isStopped } = attemptsInService(
  env,
  // A test is tried once: there is nothing to tell of it.
  { send: async () => [] },
  // A test takes its tokens before it is made, or is rejected.
  async () => ({ send: true }),
);

const now = () => new Date();

const testWebhook = createTestWebhook({
  webhooks,
  attempt,
  attempts,
  budget,
  isStopped,
  intake: createDynamoDbDeliveryIntake({ ...table, newDeliveryId: createDeliveryIds() }),
  records: createDynamoDbDeliveryRecords(table),
  limit: createCallLimit(createDynamoDbCallPlaces(table), 'test', now),
  slots: createDynamoDbSlots(table),
  sampleEvent,
  now,
});

/** POST /v1/webhooks/{webhook_id}/test. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: 'optional',
  response: testWebhookResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, body, caller }) => testWebhook(path.webhook_id ?? '', body, caller),
});
