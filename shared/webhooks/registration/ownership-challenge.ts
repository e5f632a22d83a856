import { randomBytes } from 'node:crypto';
import type { Account } from '../../platform/account/account.ts';
import { type Rejected, reject } from '../../platform/http/outcome.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { SendResult, WebhookRequest } from '../sending/http-send-webhook.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
import { invalidWebhook, TOO_MANY_REQUESTS, UNPROVEN_RECEIVER } from '../store/webhook-rejections.ts';

/** Whether a receiver must answer a challenge before it is registered. */
export const WEBHOOK_OWNERSHIPS = ['unchecked', 'challenge'] as const;
export type WebhookOwnership = (typeof WEBHOOK_OWNERSHIPS)[number];

/** Port: sends a challenge to a receiver. Returns why it must not be registered; undefined if it may be. */
export type ReceiverChallenge = (url: string, account: Account) => Promise<Rejected | undefined>;

export interface OwnershipChallengeParts {
  readonly send: (request: WebhookRequest, resolved: ResolvedReceiver) => Promise<SendResult>;
  /** Counts a request of the organization; false if it has made those of this minute. */
  readonly countRequest: (account: Account) => Promise<boolean>;
  readonly gate: Pick<ReceiverGate, 'admit'>;
}

/** With the address check before it and the writes after it, this fits the timeout of the calling function. */
export const CHALLENGE_TIMEOUT_MS = 3_000;

const CHALLENGE_BYTES = 32;

/**
 * Posts `{ "type": "webhook.challenge", "challenge": "..." }` once, within the limits of the receiving address and of the
 * organization. The response must be 2xx and contain the challenge, as `{ "challenge": "..." }` or as its whole text.
 */
export function createOwnershipChallenge({
  send,
  countRequest,
  gate,
}: OwnershipChallengeParts): ReceiverChallenge {
  return async (url, account) => {
    if (!(await countRequest(account))) return reject(TOO_MANY_REQUESTS);
    const { resolved, count } = await gate.admit(url, 1);
    if (count === 0) return reject(UNPROVEN_RECEIVER);
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const body = Buffer.from(JSON.stringify({ type: 'webhook.challenge', challenge }));
    const answer = await send({ url, body, headers: { 'content-type': 'application/json' } }, resolved);
    const detail = answer.ok ? faultOf(Buffer.from(answer.body).toString(), challenge) : answer.detail;
    return detail === undefined
      ? undefined
      : reject(invalidWebhook([`url must answer the ownership challenge: ${detail}`]));
  };
}

function faultOf(text: string, challenge: string): string | undefined {
  return text.trim() === challenge || memberOf(text) === challenge
    ? undefined
    : 'The answer does not contain the challenge.';
}

function memberOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge;
  } catch {
    return undefined;
  }
}
