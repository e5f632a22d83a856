import { createDocumentClient } from '../../../platform/dynamodb/document-client.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import { parseDeliveryRates } from '../../limits/delivery-rates.ts';
import { createDynamoDbRateBuckets } from '../../limits/dynamodb-rate-buckets.ts';
import { createSendBudget, type SendBudget } from '../../limits/send-budget.ts';
import { createDynamoDbUnprovenReceivers } from '../../limits/unproven-receivers.ts';
import type { ReceiverAddresses } from '../../receiver-guard/receiver-addresses.ts';
import { composeSecretKey } from '../../secrets/compose-secret-key.ts';
import { createKmsSecretOpening } from '../../secrets/kms-webhook-secrets.ts';
import { createReceiverGate } from '../../sending/admit-receiver.ts';
import { parseRetrySchedule } from '../../sending/retry-schedule.ts';
import { MIN_RETRY_SECONDS } from '../../sending/retry-seconds.ts';
import { createWebhookSender } from '../../sending/send-webhook.ts';
import { createDynamoDbWebhookHealth } from '../../store/dynamodb-webhook-health.ts';
import type { DeliveryEnvironment } from '../delivery-env.ts';
import { createDynamoDbDeliveryAttempts } from '../dynamodb/dynamodb-delivery-attempts.ts';
import { attemptDeliveryUseCase } from './attempt-delivery.ts';
import { composeDeliveryStops } from './compose-delivery-stops.ts';

/** Shortest interval between attempts; shorter in the local stage. */
const MIN_SECONDS: Record<ReceiverAddresses, number> = {
  public: MIN_RETRY_SECONDS,
  'public-and-loopback': 0,
};

const now = () => new Date();

/**
 * Composes the function that makes attempts, with the adapters of every stage.
 * @param admit replaces the check of the rate limits, for callers that check them themselves.
 */
export function composeAttempts(
  env: DeliveryEnvironment,
  retries: MessageQueue,
  admit?: SendBudget['admit'],
) {
  const client = createDocumentClient();
  const receivers = env.WEBHOOK_RECEIVERS;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const attempts = createDynamoDbDeliveryAttempts(table);
  const rates = parseDeliveryRates(env.WEBHOOK_RATES);
  const budget = createSendBudget({
    buckets: createDynamoDbRateBuckets(table),
    rates,
    now,
    random: Math.random,
  });
  const webhooks = createDynamoDbWebhookHealth({ client, TableName: env.WEBHOOKS_TABLE });
  const attempt = attemptDeliveryUseCase({
    attempts,
    webhooks,
    retries,
    secrets: createKmsSecretOpening(composeSecretKey(env)),
    sender: createWebhookSender({ receivers }),
    budget: { admit: admit ?? budget.admit },
    gate: createReceiverGate(createDynamoDbUnprovenReceivers(table, rates.unproven, now), receivers),
    schedule: parseRetrySchedule(env.WEBHOOK_RETRY_SCHEDULE, MIN_SECONDS[receivers]),
    now,
    random: Math.random,
  });
  const isStopped = composeDeliveryStops(client, env.ORGANIZATIONS_TABLE, now);
  return { table, attempts, webhooks, attempt, budget, isStopped };
}
