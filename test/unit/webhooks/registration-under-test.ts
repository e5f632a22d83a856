import { answerOnceUseCase } from '../../../shared/accounts/idempotency/answer-once.ts';
import type { Caller } from '../../../shared/platform/account/account.ts';
import type { Answer } from '../../../shared/platform/http/outcome.ts';
import type { MessageQueue, OutgoingMessage } from '../../../shared/platform/sqs/message-queue.ts';
import { createReceiverCheck } from '../../../shared/webhooks/receiver-guard/receiver-check.ts';
import { createWebhookUseCase } from '../../../shared/webhooks/registration/create-webhook.ts';
import { deleteWebhookUseCase } from '../../../shared/webhooks/registration/delete-webhook.ts';
import type { ReceiverChallenge } from '../../../shared/webhooks/registration/ownership-challenge.ts';
import {
  listWebhooksUseCase,
  readWebhookUseCase,
} from '../../../shared/webhooks/registration/read-webhooks.ts';
import { rotateSecretUseCase } from '../../../shared/webhooks/registration/rotate-secret.ts';
import { updateWebhookUseCase } from '../../../shared/webhooks/registration/update-webhook.ts';
import { createInMemoryWebhookSecrets } from '../../support/in-memory-webhook-secrets.ts';
import { createInMemoryWebhooks } from '../../support/in-memory-webhook-store.ts';
import { createInMemoryAnswers } from '../accounts/idempotency/in-memory-idempotency-store.ts';

export const CALLER = { orgId: 'org_1', mode: 'test', keyId: 'key_1', requestId: 'request-1' } as const;

/** A valid body. */
export const BODY = {
  url: 'https://receiver.example/hooks?for=quotes',
  events: ['quote.updated', 'quote.created'],
  orgId: CALLER.orgId,
};

export const NOW = new Date('2026-11-21T12:00:00.000Z');

/** Names that the DNS of the tests resolves. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'receiver.example': ['93.184.215.14'],
  'inside.example': ['93.184.215.14', '10.0.0.7'],
};

/** The operations with doubles, and what they sent. */
export function registrationUnderTest(challenge?: ReceiverChallenge) {
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
  const createWebhook = createWebhookUseCase({
    webhooks: store,
    secrets,
    checkReceiver,
    challenge,
    answers,
    now,
  });
  const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-webhook', now });
  return {
    clock,
    store,
    health,
    secrets,
    sent,
    lookedUp,
    queue,
    create: (body: unknown = BODY, caller: Caller = CALLER) => createWebhook(body, caller),
    createKeyed: (key: string, body: unknown = BODY) =>
      answerOnce({ caller: CALLER, headers: { 'idempotency-key': key }, body }, (keyed) =>
        createWebhook(body, CALLER, keyed),
      ),
    list: listWebhooksUseCase(store),
    read: readWebhookUseCase(store),
    update: updateWebhookUseCase({ webhooks: store, checkReceiver, challenge, retries, now }),
    remove: deleteWebhookUseCase({ webhooks: store, retries, now }),
    rotate: rotateSecretUseCase({ webhooks: store, secrets, now }),
  };
}

/** The data of a success that is not repeated. */
export function dataOf<Data>(answer: Answer<{ readonly data: Data }>): Data {
  if (!answer.ok || 'replayed' in answer) throw new Error(`no fresh success: ${JSON.stringify(answer)}`);
  return answer.body.data;
}
