import * as v from 'valibot';
import {
  CHALLENGE_TIMEOUT_MS,
  createOwnershipChallenge,
  type ReceiverChallenge,
  unchecked,
  WEBHOOK_OWNERSHIPS,
} from './ownership-challenge.ts';
import { RECEIVER_ADDRESSES } from './receiver-addresses.ts';
import { createWebhookSender } from './send-webhook.ts';

/** The variables of every function that registers addresses of receivers. */
export const REGISTRATION_VARIABLES = {
  /** Addresses that webhooks may be sent to. */
  WEBHOOK_RECEIVERS: v.picklist(RECEIVER_ADDRESSES),
  /** Whether an address must answer a challenge first. */
  WEBHOOK_OWNERSHIP: v.picklist(WEBHOOK_OWNERSHIPS),
};

type RegistrationEnvironment = v.InferOutput<v.ObjectSchema<typeof REGISTRATION_VARIABLES, undefined>>;

/** The challenge that the environment asks for. */
export const challengeInService = (env: RegistrationEnvironment): ReceiverChallenge =>
  env.WEBHOOK_OWNERSHIP === 'unchecked'
    ? unchecked
    : createOwnershipChallenge(
        createWebhookSender({ receivers: env.WEBHOOK_RECEIVERS, timeoutMs: CHALLENGE_TIMEOUT_MS }),
      );
