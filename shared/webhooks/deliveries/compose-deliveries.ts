import * as v from 'valibot';
import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { type Environment, text, url } from '../../platform/env/read-env.ts';
import { composeQueue } from '../../platform/sqs/compose-queue.ts';
import { parseDeliveryRates } from '../limits/webhook-limits.ts';
import { RECEIVER_ADDRESSES } from '../receiver-guard/address-guard.ts';
import {
  composeSecretKey,
  createKmsSecretOpening,
  SECRET_VARIABLES,
} from '../secrets/kms-webhook-secrets.ts';
import { sendWebhook } from '../sending/http-send-webhook.ts';
import { createReceiverGate } from '../sending/receiver-gate.ts';
import { MIN_RETRY_SECONDS, parseRetrySchedule } from '../sending/retry-schedule.ts';
import { createDynamoDbWebhookHealth } from '../store/dynamodb-webhook-health.ts';
import { createAttempt, createDeliveryAttempts } from './delivery-attempts.ts';
import { createDeliveryStops } from './delivery-stops.ts';
import { createDeliverySender } from './send-deliveries.ts';

/** The variables of every function that makes attempts. */
export const ATTEMPT_VARIABLES = {
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  ORGANIZATIONS_TABLE: text(),
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Seconds between attempts: "300,900,...". */
  WEBHOOK_RETRY_SCHEDULE: text(),
  /** Limits of webhook requests in a minute: "organization=6000,unproven=20". */
  WEBHOOK_RATES: text(),
  ...SECRET_VARIABLES,
};
export const SENDER_VARIABLES = { ...ATTEMPT_VARIABLES, RETRIES_URL: url() };

/** Composes what makes attempts, for every stage. */
export function composeAttempts(env: Environment<typeof ATTEMPT_VARIABLES>) {
  const client = createDocumentClient();
  const now = () => new Date();
  const receivers = env.WEBHOOK_RECEIVERS;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const rates = parseDeliveryRates(env.WEBHOOK_RATES);
  const attempts = createDeliveryAttempts(table);
  const webhooks = createDynamoDbWebhookHealth({ client, TableName: env.WEBHOOKS_TABLE });
  const gate = createReceiverGate({ table, receivers, perMinute: rates.unproven, now });
  const attempt = createAttempt({
    ...{ table, attempts, gate, now },
    send: (request, resolved) => sendWebhook(request, resolved, receivers),
    // Shorter intervals only where receivers on this machine are allowed: in the local stage.
    schedule: parseRetrySchedule(env.WEBHOOK_RETRY_SCHEDULE, receivers === 'public' ? MIN_RETRY_SECONDS : 0),
  });
  const isStopped = createDeliveryStops(client, env.ORGANIZATIONS_TABLE, now);
  const secrets = createKmsSecretOpening(composeSecretKey(env));
  const perMinute = rates.organization;
  return { table, attempts, attempt, webhooks, secrets, gate, isStopped, perMinute, now };
}

/** The Lambda handler of a delivery queue. */
export const composeDeliverySender = (
  queue: 'deliveries' | 'retries',
  env: Environment<typeof SENDER_VARIABLES>,
) => createDeliverySender(queue, { ...composeAttempts(env), retries: composeQueue(env.RETRIES_URL) });
