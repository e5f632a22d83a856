import * as v from 'valibot';
import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { deliveryRates } from '../limits/webhook-limits.ts';
import { RECEIVER_ADDRESSES } from '../receiver-guard/address-guard.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import {
  composeSecretKey,
  createKmsSecretOpening,
  SECRET_VARIABLES,
} from '../secrets/kms-webhook-secrets.ts';
import { sendWebhook, type WebhookRequest } from '../sending/http-send-webhook.ts';
import { createReceiverGate } from '../sending/receiver-gate.ts';
import { retrySchedule } from '../sending/retry-schedule.ts';
import { createDynamoDbWebhookHealth } from '../store/dynamodb-webhook-health.ts';
import { createDeliveryStops } from './delivery-stops.ts';

export const ATTEMPT_VARIABLES = {
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  ORGANIZATIONS_TABLE: text(),
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Seconds between attempts: "300,900,...". */
  WEBHOOK_RETRY_SCHEDULE: retrySchedule,
  WEBHOOK_RATES: deliveryRates,
  ...SECRET_VARIABLES,
};

export function composeAttempts(env: Environment<typeof ATTEMPT_VARIABLES>) {
  const client = createDocumentClient();
  const now = () => new Date();
  const receivers = env.WEBHOOK_RECEIVERS;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const { organization, unproven } = env.WEBHOOK_RATES;
  return {
    ...{ table, now, perMinute: organization },
    webhooks: createDynamoDbWebhookHealth({ client, TableName: env.WEBHOOKS_TABLE }),
    gate: createReceiverGate({ table, receivers, perMinute: unproven, now }),
    send: (request: WebhookRequest, resolved: ResolvedReceiver) => sendWebhook(request, resolved, receivers),
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    secrets: createKmsSecretOpening(composeSecretKey(env)),
    isStopped: createDeliveryStops({ client, TableName: env.ORGANIZATIONS_TABLE }),
  };
}

/** What makes attempts, on the tables, keys and network of a stage or of a test. */
export type AttemptParts = ReturnType<typeof composeAttempts>;
