import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerOnceUseCase } from '../../../shared/accounts/idempotency/answer-once.ts';
import type { Caller } from '../../../shared/platform/account/account.ts';
import { type Answer, type Rejected, reject } from '../../../shared/platform/http/outcome.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';
import type { OutgoingMessage } from '../../../shared/platform/sqs/sqs-message-queue.ts';
import { EVENT_NAMES } from '../../../shared/webhooks/events/event-names.ts';
import type { ReceiverAddresses } from '../../../shared/webhooks/receiver-guard/address-guard.ts';
import { createReceiverCheck } from '../../../shared/webhooks/receiver-guard/receiver-check.ts';
import type { ResolvedReceiver } from '../../../shared/webhooks/receiver-guard/resolve-receiver.ts';
import { createWebhookUseCase } from '../../../shared/webhooks/registration/create-webhook.ts';
import {
  createOwnershipChallenge,
  type ReceiverChallenge,
} from '../../../shared/webhooks/registration/ownership-challenge.ts';
import { updateWebhookUseCase } from '../../../shared/webhooks/registration/update-webhook.ts';
import { sendWebhook, type WebhookRequest } from '../../../shared/webhooks/sending/http-send-webhook.ts';
import { resolveUrl } from '../../../shared/webhooks/sending/receiver-gate.ts';
import { MAX_WEBHOOKS, newWebhookId, type Webhook } from '../../../shared/webhooks/store/webhook.ts';
import { invalidWebhook } from '../../../shared/webhooks/store/webhook-rejections.ts';
import { rejectionOf } from '../../support/answer-parts.ts';
import { newAccount, startWebhooks } from './webhooks-under-test.ts';

const url = 'https://receiver.example/hooks?for=quotes';
const events = ['quote.updated', 'quote.created'];

let engine: Awaited<ReturnType<typeof startWebhooks>>;
beforeAll(async () => {
  engine = await startWebhooks();
});
afterAll(() => engine.stop());

let caller: Caller;
let orgId: string;
/** A valid body. */
let body: { readonly url: string; readonly events: readonly string[]; readonly orgId: string };
beforeEach(() => {
  caller = newAccount();
  ({ orgId } = caller);
  body = { url, events, orgId };
});

const NOW = new Date('2026-11-21T12:00:00.000Z');

/** Names that the DNS of the tests resolves. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'receiver.example': ['93.184.215.14'],
  'inside.example': ['93.184.215.14', '10.0.0.7'],
};

/** The operations with doubles, and what they sent. */
function registrationUnderTest(challenge?: ReceiverChallenge) {
  const { store, health, answers } = engine;
  const secrets = {
    seal: async (secret: string, owner: object) =>
      Buffer.from(JSON.stringify([secret, owner])).toString('base64'),
  };
  const sent: unknown[] = [];
  const queue = {
    send: async (messages: readonly OutgoingMessage[]): Promise<readonly number[]> => {
      sent.push(...messages.map(({ body }) => JSON.parse(body)));
      return [];
    },
  };
  const lookedUp: string[] = [];
  const checkReceiver = createReceiverCheck('public', async (host) => {
    lookedUp.push(host);
    const addresses = ADDRESSES[host];
    if (addresses === undefined) throw new Error(`${host} is not there`);
    return addresses;
  });
  const parts = {
    webhooks: store,
    secrets,
    checkReceiver,
    challenge,
    answers,
    retries: { send: (messages: readonly OutgoingMessage[]) => queue.send(messages) },
    now: () => NOW,
  };
  const createWebhook = createWebhookUseCase(parts);
  const answerOnce = answerOnceUseCase({ ...parts, store: answers, operation: 'create-webhook' });
  return {
    store,
    health,
    sent,
    lookedUp,
    create: (given: unknown = body) => createWebhook(given, caller),
    createKeyed: (key: string, given: unknown = body) =>
      answerOnce({ caller, headers: { 'idempotency-key': key }, body: given }, (keyed) =>
        createWebhook(given, caller, keyed),
      ),
    update: updateWebhookUseCase(parts),
  };
}

/** The data of a success that is not repeated. */
function dataOf<Data>(answer: Answer<{ readonly data: Data }>): Data {
  if (!answer.ok || 'replayed' in answer) throw new Error(`no fresh success: ${JSON.stringify(answer)}`);
  return answer.body.data;
}

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  jest.spyOn(logOutput, 'warn').mockImplementation((line) => void logged.push(String(line)));
});

describe.each(['create', 'update'] as const)('the body of a call to %s', (operation) => {
  async function send(given: unknown) {
    const { create, update, lookedUp } = registrationUnderTest();
    if (operation === 'create') return { lookedUp, answer: await create(given) };
    const { id } = dataOf(await create());
    lookedUp.length = 0;
    return { lookedUp, answer: await update(id, given, caller) };
  }

  it.each([
    [{ events: null }, /events must be an array of event names;/],
    [{ url: 'http://2130706433/' }, /url must name a public host: 127.0.0.1/],
    [{ url: 'https://10.0.0.1/', events: ['x'], orgId: 7, enabled: 'no' }, /url .+events .+orgId .+enabled /],
  ])('is rejected with %j, without a look-up', async (change, said) => {
    const { answer, lookedUp } = await send({ ...body, ...change });
    expect(rejectionOf(answer)).toEqual({ kind: 'invalid', message: expect.stringMatching(said) });
    expect(lookedUp).toEqual([]);
  });

  it('is rejected if the host has a private address', async () => {
    const { answer } = await send({ ...body, url: 'https://inside.example/' });
    expect(rejectionOf(answer).message).toMatch(/url must name a public host.*inside.example/);
  });

  it('is forbidden if it names another organization, also with other faults', async () => {
    for (const given of [{ ...body, orgId: 'org_2' }, { orgId: 'org_2' }]) {
      expect(rejectionOf((await send(given)).answer)).toMatchObject({ kind: 'forbidden' });
    }
  });

  it('keeps the order of its events, normalizes the URL, and ignores unknown fields', async () => {
    const mixed = [...EVENT_NAMES].reverse();
    const written = 'HTTPS://Receiver.EXAMPLE.:443/a/../hooks#part';
    const data = dataOf(
      (await send({ url: written, orgId, events: mixed, color: 'red', livemode: true })).answer,
    );

    expect(data).toMatchObject({ url: 'https://receiver.example/hooks', livemode: false, events: mixed });
    expect(data).not.toHaveProperty('color');
  });
});

describe('registering a webhook', () => {
  it('stores its secret encrypted, for its owner', async () => {
    const { create, store } = registrationUnderTest();
    const { id, secret } = dataOf(await create());

    const kept = await store.get(caller, id);
    expect(JSON.stringify(kept)).not.toContain(secret);
    const ciphertext = kept?.secrets[0]?.ciphertext ?? '';
    const { mode } = caller;
    const sealed = JSON.parse(Buffer.from(ciphertext, 'base64').toString());
    expect(sealed).toEqual([secret, { orgId, mode, webhookId: id }]);
  });

  it('is rejected at the limit without a look-up, and repeats the response of the call that reached it', async () => {
    const { create, createKeyed, lookedUp } = registrationUnderTest();
    for (let made = 1; made < MAX_WEBHOOKS.test; made++) await create();

    const answers = await Promise.all(Array.from({ length: 5 }, () => createKeyed('key')));

    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    lookedUp.length = 0;
    expect(rejectionOf(await createKeyed('another'))).toEqual({
      kind: 'invalid',
      message: expect.stringMatching(/20 webhooks .*in test mode.*Delete one/),
    });
    expect(rejectionOf(await create()).message).toContain('20 webhooks');
    expect(lookedUp).toEqual([]);
  });
});

describe('a registered webhook', () => {
  async function registered() {
    const webhooks = registrationUnderTest();
    const { secret, ...webhook } = dataOf(await webhooks.create());
    const stored = async () => (await webhooks.health.get(caller, webhook.id)) as Webhook;
    return { ...webhooks, webhook, stored, id: webhook.id };
  }

  it('is disabled with one message to end its deliveries, and keeps its state if a body omits it', async () => {
    const { id, update, health, stored, sent } = await registered();

    await update(id, { orgId, events, enabled: false }, caller);
    expect(sent).toEqual([{ orgId, mode: caller.mode, webhookId: id }]);
    await update(id, { orgId, events, enabled: true }, caller);
    await health.disable(await stored(), 'The receiver answered 410.', NOW);
    expect(dataOf(await update(id, { orgId, events }, caller))).toMatchObject({
      enabled: false,
      disabledReason: 'The receiver answered 410.',
    });
    expect(sent).toHaveLength(1);
  });

  it('restarts the count of failures with another URL, and keeps it with the same one', async () => {
    const { id, update, health, stored, webhook } = await registered();
    await health.countExhausted(await stored(), NOW);

    await update(id, { ...body, url: webhook.url }, caller);
    expect((await stored()).exhausted?.count).toBe(1);
    await update(id, { ...body, url: `${webhook.url}/repaired` }, caller);
    expect((await stored()).exhausted).toBeUndefined();
  });
});

describe('the ownership challenge', () => {
  type Answering = (challenge: string, response: ServerResponse) => void;
  interface Asked {
    readonly method: string | undefined;
    readonly headers: IncomingMessage['headers'];
    readonly body: { readonly type: string; readonly challenge: string };
  }

  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const parts = (receivers: ReceiverAddresses, timeoutMs = 3_000) => ({
    send: (request: WebhookRequest, resolved: ResolvedReceiver) =>
      sendWebhook(request, resolved, receivers, timeoutMs),
    countRequest: async () => true,
    gate: {
      admit: async (url: string) => ({ resolved: await resolveUrl(url, receivers), count: 1 }),
    },
  });
  const messageOf = (rejected: Rejected | undefined) => rejected?.rejection.message;

  /** Challenges a receiver with this answer; returns the fault in the answer, and the requests. */
  async function challenged(answer: Answering, timeoutMs = 3_000) {
    const asked: Asked[] = [];
    const listening = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      asked.push({ method: request.method, headers: request.headers, body });
      answer(body.challenge, response);
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const challenge = createOwnershipChallenge(parts('public-and-loopback', timeoutMs));
    const once = () =>
      challenge(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/hook`, caller);
    return { fault: messageOf(await once()), asked, once };
  }

  it.each<[string, (challenge: string) => string]>([
    ['JSON', (challenge) => JSON.stringify({ challenge })],
    ['JSON with more in it', (challenge) => JSON.stringify({ ok: true, challenge })],
    ['text', (challenge) => challenge],
    ['a line of text', (challenge) => `${challenge}\r\n`],
  ])('is passed by an echo as %s, and is different each time', async (_, echo) => {
    const { fault, asked, once } = await challenged((challenge, response) => response.end(echo(challenge)));

    expect([fault, await once()]).toEqual([undefined, undefined]);
    expect(asked[0]).toEqual({
      method: 'POST',
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
      body: { type: 'webhook.challenge', challenge: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(new Set(asked.map(({ body }) => body.challenge)).size).toBe(2);
    expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  const MISSING = /does not contain the challenge/;
  it.each<[string, Answering, RegExp]>([
    ['answers 2xx without it', (_, response) => response.end('ok'), MISSING],
    ['answers null', (_, response) => response.end('null'), MISSING],
    ['answers more than it', (echo, response) => response.end(`x${echo}`), MISSING],
    ['answers part of it', (echo, response) => response.end(echo.slice(1)), MISSING],
    ['answers it elsewhere', (echo, response) => response.end(JSON.stringify({ token: echo })), MISSING],
    ['answers part of it in time', (echo, response) => void response.write(echo.slice(0, 20)), MISSING],
    ['answers with 403', (echo, response) => response.writeHead(403).end(echo), /answered 403/],
    ['answers too late', () => undefined, /Within 0.3 s no answer came/],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: 'https://example.com/' }).end(),
      /redirects are not followed/,
    ],
  ])('is not passed by a receiver that %s', async (_, answer, fault) => {
    const { fault: found } = await challenged(answer, 300);
    expect(found).toMatch(/^Invalid request: url must answer the ownership challenge: /);
    expect(found).toMatch(fault);
  });

  it('is not sent to a private address', async () => {
    const challenge = createOwnershipChallenge(parts('public'));
    for (const target of ['http://127.0.0.1:3000/', 'http://169.254.169.254/latest', 'https://10.0.0.1/']) {
      expect(messageOf(await challenge(target, caller))).toMatch(/: url must name a public host/);
    }
  });

  it('is not sent above the requests of the organization, or of the address', async () => {
    const send = jest.fn(async () => ({ ok: false, detail: 'No.' }) as never);
    const resolved = { ok: true, addresses: ['93.184.215.14'] } as const;
    for (const limited of [
      { countRequest: async () => false },
      { gate: { admit: async () => ({ resolved, count: 0 }) } },
    ]) {
      const challenge = createOwnershipChallenge({ ...parts('public'), ...limited, send } as never);
      const rejected = await challenge('https://receiver.example/', caller);
      expect(rejected?.rejection).toMatchObject({ kind: 'rate-limited' });
    }
    expect(send).not.toHaveBeenCalled();
  });

  const FAULT = reject(invalidWebhook(['url must answer the ownership challenge: No.']));

  /** Operations with a challenge whose fault a test sets. */
  function withChallenge() {
    const state: { fault?: Rejected } = {};
    const asked: string[] = [];
    const operations = registrationUnderTest(async (target) => {
      asked.push(target);
      return state.fault;
    });
    return { ...operations, asked, state };
  }

  it('is made for the normalized URL after all other checks, once for each Idempotency-Key', async () => {
    const { createKeyed, store, asked } = withChallenge();
    const written = { ...body, url: 'HTTPS://Receiver.Example./hooks' };

    await createKeyed('key', { ...written, events: [] });
    expect(asked).toEqual([]);
    await createKeyed('key', written);
    await createKeyed('key', written);

    expect(asked).toEqual(['https://receiver.example/hooks']);
    expect(await store.list(caller)).toHaveLength(1);
  });

  it('is made for every URL of an update that its owner makes, and prevents a change if it fails', async () => {
    const { create, update, store, asked, state } = withChallenge();
    const { id } = dataOf(await create());
    state.fault = FAULT;

    const other = 'https://receiver.example/other';
    expect(rejectionOf(await create())).toEqual(FAULT.rejection);
    expect(rejectionOf(await update(id, { orgId, events, url: other }, caller))).toEqual(FAULT.rejection);
    expect(await store.list(caller)).toHaveLength(1);
    expect((await store.get(caller, id))?.url).toBe(url);
    await update(id, { orgId, events: ['rfp.created'] }, caller);
    expect((await store.get(caller, id))?.events).toEqual(['rfp.created']);
    expect(asked).toEqual([url, url, other]);

    for (const stranger of [newAccount(), { ...caller, mode: 'live' } as const]) {
      await update(id, { ...body, orgId: stranger.orgId }, stranger);
    }
    for (const unknown of [newWebhookId(), 'wh_']) await update(unknown, body, caller);
    await store.delete(caller, id, NOW);
    expect(rejectionOf(await update(id, body, caller)).kind).toBe('not-found');
    expect(asked).toHaveLength(3);
  });
});
