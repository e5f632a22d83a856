import { randomBytes } from 'node:crypto';
import type { Account } from '../../platform/account/account.ts';
import { type Refused, refuse } from '../../platform/http/outcome.ts';
import { TOO_MANY_REQUESTS, TOO_MANY_REQUESTS_HEADERS } from '../deliveries/log/delivery-refusals.ts';
import type { CallLimit } from '../limits/call-limit.ts';
import type { SendBudget } from '../limits/send-budget.ts';
import type { WebhookSender } from '../sending/send-webhook.ts';
import { invalidWebhook } from '../store/webhook-refusals.ts';

/** Whether an address must answer a challenge before it is registered. */
export const WEBHOOK_OWNERSHIPS = ['unchecked', 'challenge'] as const;
export type WebhookOwnership = (typeof WEBHOOK_OWNERSHIPS)[number];

/** Port: asks a receiver whether it wants webhooks of an account. Why it may not be registered; undefined where it may. */
export type ReceiverChallenge = (url: string, account: Account) => Promise<Refused | undefined>;

export interface OwnershipChallengeParts {
  readonly sender: WebhookSender;
  /** Of the challenges that an organization has running. */
  readonly limit: CallLimit;
  readonly budget: Pick<SendBudget, 'takeNow'>;
}

/** With the check of the address before it, and the writes after it, within the time of the function that asks. */
export const CHALLENGE_TIMEOUT_MS = 3_000;

const CHALLENGE_BYTES = 32;

/**
 * Posts `{ "type": "webhook.challenge", "challenge": "..." }` once, by the guarded sender of deliveries, with a token of
 * the receiving host and one of the organization. The answer must be 2xx and hold the challenge, as
 * `{ "challenge": "..." }` or as its whole text.
 */
export function createOwnershipChallenge({
  sender,
  limit,
  budget,
}: OwnershipChallengeParts): ReceiverChallenge {
  const ask: ReceiverChallenge = async (url, account) => {
    if (!(await budget.takeNow(account, url))) return refuse(TOO_MANY_REQUESTS, TOO_MANY_REQUESTS_HEADERS);
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const body = Buffer.from(JSON.stringify({ type: 'webhook.challenge', challenge }));
    const answer = await sender.send({ url, body, headers: { 'content-type': 'application/json' } });
    const detail = answer.ok ? faultOf(Buffer.from(answer.body).toString(), challenge) : answer.detail;
    return detail === undefined
      ? undefined
      : refuse(invalidWebhook([`url must answer the ownership challenge: ${detail}`]));
  };
  return (url, account) => limit(account.orgId, () => ask(url, account));
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
