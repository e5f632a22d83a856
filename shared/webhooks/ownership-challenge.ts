import { randomBytes } from 'node:crypto';
import type { WebhookSender } from './send-webhook.ts';

/** Whether an address must answer a challenge before it is registered. */
export const WEBHOOK_OWNERSHIPS = ['unchecked', 'challenge'] as const;
export type WebhookOwnership = (typeof WEBHOOK_OWNERSHIPS)[number];

/** Port: asks a receiver whether it wants webhooks. What is wrong with its answer, as a fault of `url`; undefined where nothing is. */
export type ReceiverChallenge = (url: string) => Promise<string | undefined>;

/** With the check of the address before it, and the writes after it, within the time of the function that asks. */
export const CHALLENGE_TIMEOUT_MS = 3_000;

const CHALLENGE_BYTES = 32;

/** For environments that register addresses unasked. */
export const unchecked: ReceiverChallenge = async () => undefined;

/**
 * Posts `{ "type": "webhook.challenge", "challenge": "..." }` once, by the guarded sender of deliveries. The answer must be
 * 2xx and hold the challenge, as `{ "challenge": "..." }` or as its whole text.
 */
export function createOwnershipChallenge(sender: WebhookSender): ReceiverChallenge {
  return async (url) => {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const body = Buffer.from(JSON.stringify({ type: 'webhook.challenge', challenge }));
    const answer = await sender.send({ url, body, headers: { 'content-type': 'application/json' } });
    const detail = answer.ok ? faultOf(Buffer.from(answer.body).toString(), challenge) : answer.detail;
    return detail === undefined ? undefined : `url must answer the ownership challenge: ${detail}`;
  };
}

function faultOf(text: string, challenge: string): string | undefined {
  return text.trim() === challenge || memberOf(text) === challenge
    ? undefined
    : 'The answer does not hold the challenge that was sent.';
}

function memberOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge;
  } catch {
    return undefined;
  }
}
