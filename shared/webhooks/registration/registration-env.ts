import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { countInMinute, requestsKey } from '../limits/minute-limit.ts';
import { limitCalls } from '../limits/places.ts';
import { deliveryRates } from '../limits/webhook-limits.ts';
import { RECEIVER_ADDRESSES } from '../receiver-guard/address-guard.ts';
import { sendWebhook } from '../sending/http-send-webhook.ts';
import { createReceiverGate } from '../sending/receiver-gate.ts';
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
  /** Name of the table of deliveries, with the limits of requests and of running challenges. */
  DELIVERIES_TABLE: text(),
  WEBHOOK_RATES: deliveryRates,
  /** Whether a receiver must answer a challenge first. */
  WEBHOOK_OWNERSHIP: v.picklist(WEBHOOK_OWNERSHIPS),
};

const CHALLENGES = { calls: 'ownership challenges', most: 4, leaseMs: 15_000, retryAfter: 5 };

type RegistrationEnvironment = Environment<typeof REGISTRATION_VARIABLES>;

/** Composes the challenge of this environment; undefined if it registers receivers without one. */
export function composeOwnershipChallenge(
  env: RegistrationEnvironment,
  client: DynamoDBDocumentClient,
): ReceiverChallenge | undefined {
  if (env.WEBHOOK_OWNERSHIP === 'unchecked') return undefined;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const now = () => new Date();
  const { organization, unproven } = env.WEBHOOK_RATES;
  const challenge = createOwnershipChallenge({
    send: (request, resolved) => sendWebhook(request, resolved, env.WEBHOOK_RECEIVERS, CHALLENGE_TIMEOUT_MS),
    gate: createReceiverGate({ table, receivers: env.WEBHOOK_RECEIVERS, perMinute: unproven, now }),
    countRequest: async (account) =>
      (await countInMinute(table, requestsKey(account, now()), 1, organization, now())) > 0,
  });
  return (url, account) => limitCalls(table, account.orgId, CHALLENGES, () => challenge(url, account));
}
