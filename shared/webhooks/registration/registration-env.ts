import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { createCallLimit } from '../limits/call-limit.ts';
import { parseDeliveryRates } from '../limits/delivery-rates.ts';
import { createDynamoDbCallLeases } from '../limits/dynamodb-call-leases.ts';
import { createDynamoDbRateBuckets } from '../limits/dynamodb-rate-buckets.ts';
import { createSendBudget } from '../limits/send-budget.ts';
import { createDynamoDbUnprovenReceivers } from '../limits/unproven-receivers.ts';
import { RECEIVER_ADDRESSES } from '../receiver-guard/receiver-addresses.ts';
import { createReceiverGate } from '../sending/admit-receiver.ts';
import { createWebhookSender } from '../sending/send-webhook.ts';
import {
  CHALLENGE_TIMEOUT_MS,
  createOwnershipChallenge,
  type ReceiverChallenge,
  WEBHOOK_OWNERSHIPS,
} from './ownership-challenge.ts';

/** The variables of every function that registers receivers. */
export const REGISTRATION_VARIABLES = {
  /** Addresses that webhooks may be sent to. */
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Name of the table of deliveries, with the rate buckets and the leases of running challenges. */
  DELIVERIES_TABLE: text(),
  /** Rate limits of webhook requests: "burst=5000,live=6000,...". */
  WEBHOOK_RATES: text(),
  /** Whether a receiver must answer a challenge first. */
  WEBHOOK_OWNERSHIP: v.picklist(WEBHOOK_OWNERSHIPS),
};

type RegistrationEnvironment = Environment<typeof REGISTRATION_VARIABLES>;

/** Composes the challenge of this environment; undefined if it registers receivers without one. */
export function composeOwnershipChallenge(
  env: RegistrationEnvironment,
  client: DynamoDBDocumentClient,
): ReceiverChallenge | undefined {
  if (env.WEBHOOK_OWNERSHIP === 'unchecked') return undefined;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const now = () => new Date();
  const rates = parseDeliveryRates(env.WEBHOOK_RATES);
  return createOwnershipChallenge({
    sender: createWebhookSender({ receivers: env.WEBHOOK_RECEIVERS, timeoutMs: CHALLENGE_TIMEOUT_MS }),
    limit: createCallLimit(createDynamoDbCallLeases(table), 'challenge', now),
    gate: createReceiverGate(
      createDynamoDbUnprovenReceivers(table, rates.unproven, now),
      env.WEBHOOK_RECEIVERS,
    ),
    budget: createSendBudget({
      buckets: createDynamoDbRateBuckets(table),
      rates,
      now,
      random: Math.random,
    }),
  });
}
