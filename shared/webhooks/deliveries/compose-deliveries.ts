import * as v from 'valibot';
import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { parseDeliveryRates } from '../limits/webhook-limits.ts';
import { RECEIVER_ADDRESSES } from '../receiver-guard/address-guard.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import {
  composeSecretKey,
  createKmsSecretOpening,
  SECRET_VARIABLES,
} from '../secrets/kms-webhook-secrets.ts';
import { sendWebhook, type WebhookRequest } from '../sending/http-send-webhook.ts';
import { createReceiverGate } from '../sending/receiver-gate.ts';
import { MIN_RETRY_SECONDS, parseRetrySchedule } from '../sending/retry-schedule.ts';
import { createDynamoDbWebhookHealth } from '../store/dynamodb-webhook-health.ts';
import { createDeliveryStops } from './delivery-stops.ts';

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

export function composeAttempts(env: Environment<typeof ATTEMPT_VARIABLES>) {
  const client = createDocumentClient();
  const now = () => new Date();
  const receivers = env.WEBHOOK_RECEIVERS;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const rates = parseDeliveryRates(env.WEBHOOK_RATES);
  return {
    ...{ table, now, perMinute: rates.organization },
    webhooks: createDynamoDbWebhookHealth({ client, TableName: env.WEBHOOKS_TABLE }),
    gate: createReceiverGate({ table, receivers, perMinute: rates.unproven, now }),
    send: (request: WebhookRequest, resolved: ResolvedReceiver) => sendWebhook(request, resolved, receivers),
    // Shorter intervals only where receivers on this machine are allowed: in the local stage.
    schedule: parseRetrySchedule(env.WEBHOOK_RETRY_SCHEDULE, receivers === 'public' ? MIN_RETRY_SECONDS : 0),
    secrets: createKmsSecretOpening(composeSecretKey(env)),
    isStopped: createDeliveryStops({ client, TableName: env.ORGANIZATIONS_TABLE }),
  };
}

/** What makes attempts, on the tables, keys and network of a stage or of a test. */
export type AttemptParts = ReturnType<typeof composeAttempts>;
