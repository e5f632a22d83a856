import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeAttempts } from '../../shared/webhooks/deliveries/attempts/compose-attempts.ts';
import { testWebhookUseCase } from '../../shared/webhooks/deliveries/attempts/test-webhook.ts';
import { DELIVERY_VARIABLES } from '../../shared/webhooks/deliveries/delivery-env.ts';
import { createDeliveryIds } from '../../shared/webhooks/deliveries/delivery-id.ts';
import { createDynamoDbConcurrencyLimit } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-concurrency-limit.ts';
import { createDynamoDbDeliveryIntake } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-intake.ts';
import { createDynamoDbDeliveryRecords } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-records.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { createCallLimit } from '../../shared/webhooks/limits/call-limit.ts';
import { createDynamoDbCallLeases } from '../../shared/webhooks/limits/dynamodb-call-leases.ts';
import { definition } from './definition.ts';

const env = readApiEnv(DELIVERY_VARIABLES);
const { table, attempts, webhooks, attempt, budget, isStopped } = composeAttempts(
  env,
  // A test has one attempt, so it needs no queue for retries.
  { send: async () => [] },
  // The tokens of a test are taken before its attempt.
  async () => ({ send: true }),
);

const now = () => new Date();

const testWebhook = testWebhookUseCase({
  webhooks,
  attempt,
  attempts,
  budget,
  isStopped,
  intake: createDynamoDbDeliveryIntake({ ...table, newDeliveryId: createDeliveryIds() }),
  records: createDynamoDbDeliveryRecords(table),
  limit: createCallLimit(createDynamoDbCallLeases(table), 'test', now),
  concurrencyLimit: createDynamoDbConcurrencyLimit(table),
  sampleEvent,
  now,
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, body, caller }) => testWebhook(path.webhook_id ?? '', body, caller),
});
