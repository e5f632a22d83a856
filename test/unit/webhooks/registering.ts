import type { Answer } from '../../../shared/http/outcome.ts';
import type { Refusal } from '../../../shared/http/refusal.ts';
import { createAnswerOnce } from '../../../shared/idempotency/answer-once.ts';
import type { MessageQueue, OutgoingMessage } from '../../../shared/queues/message-queue.ts';
import { createCreateWebhook } from '../../../shared/webhooks/create-webhook.ts';
import { createDeleteWebhook } from '../../../shared/webhooks/delete-webhook.ts';
import type { ReceiverChallenge } from '../../../shared/webhooks/ownership-challenge.ts';
import { createListWebhooks, createReadWebhook } from '../../../shared/webhooks/read-webhooks.ts';
import { createReceiverCheck } from '../../../shared/webhooks/receiver-check.ts';
import { createRotateSecret } from '../../../shared/webhooks/rotate-secret.ts';
import { createUpdateWebhook } from '../../../shared/webhooks/update-webhook.ts';
import type { WebhookAccount } from '../../../shared/webhooks/webhook.ts';
import { createInMemoryWebhookSecrets } from '../../support/in-memory-webhook-secrets.ts';
import { createInMemoryWebhooks } from '../../support/in-memory-webhook-store.ts';
import { createInMemoryAnswers } from '../idempotency/in-memory-answer-memory.ts';

export const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** A good body. */
export const BODY = {
  url: 'https://receiver.example/hooks?for=quotes',
  events: ['quote.updated', 'quote.created'],
  orgId: CALLER.orgId,
};

export const NOW = new Date('2026-11-21T12:00:00.000Z');

/** Names that the tests' DNS knows; the others do not resolve. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'receiver.example': ['93.184.215.14'],
  'inside.example': ['93.184.215.14', '10.0.0.7'],
};

/** The operations on doubles, with all that they sent. */
export function registering(challenge?: ReceiverChallenge) {
  const answers = createInMemoryAnswers();
  const { store, health } = createInMemoryWebhooks((answer) => {
    if (answers.has(answer.call)) return false;
    answers.remember(answer);
    return true;
  });
  const secrets = createInMemoryWebhookSecrets();
  const sent: OutgoingMessage[] = [];
  const queue: { send: MessageQueue['send'] } = {
    send: async (messages) => {
      sent.push(...messages);
      return [];
    },
  };
  const clock = { now: NOW };
  const now = () => clock.now;
  const lookedUp: string[] = [];
  const checkReceiver = createReceiverCheck('public', async (host) => {
    lookedUp.push(host);
    const addresses = ADDRESSES[host];
    if (addresses === undefined) throw new Error(`${host} is not there`);
    return addresses;
  });
  const retries: MessageQueue = { send: (messages) => queue.send(messages) };
  const createWebhook = createCreateWebhook({
    webhooks: store,
    secrets,
    checkReceiver,
    challenge,
    answers,
    now,
  });
  const answerOnce = createAnswerOnce({ memory: answers, operation: 'create-webhook', now });
  return {
    clock,
    store,
    health,
    secrets,
    sent,
    lookedUp,
    queue,
    create: (body: unknown = BODY, caller: WebhookAccount = CALLER) => createWebhook(body, caller),
    createKeyed: (key: string, body: unknown = BODY) =>
      answerOnce({ caller: CALLER, headers: { 'idempotency-key': key }, body }, (keyed) =>
        createWebhook(body, CALLER, keyed),
      ),
    list: createListWebhooks(store),
    read: createReadWebhook(store),
    update: createUpdateWebhook({ webhooks: store, checkReceiver, challenge, retries, now }),
    remove: createDeleteWebhook({ webhooks: store, retries }),
    rotate: createRotateSecret({ webhooks: store, secrets, now }),
  };
}

/** The data of a success that is not repeated. */
export function dataOf<Data>(answer: Answer<{ readonly data: Data }>): Data {
  if (!answer.ok || 'replayed' in answer) throw new Error(`no fresh success: ${JSON.stringify(answer)}`);
  return answer.body.data;
}

export function refusalOf(answer: Answer<unknown>): Refusal {
  if (answer.ok) throw new Error('no refusal');
  return answer.refusal;
}
