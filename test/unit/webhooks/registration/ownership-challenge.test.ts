import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/platform/account/account.ts';
import { type Rejected, reject } from '../../../../shared/platform/http/outcome.ts';
import { rejectionBody, rejectionStatus } from '../../../../shared/platform/http/rejection.ts';
import { createCallLimit } from '../../../../shared/webhooks/limits/call-limit.ts';
import { DELIVERY_RATES } from '../../../../shared/webhooks/limits/delivery-rates.ts';
import { createSendBudget } from '../../../../shared/webhooks/limits/send-budget.ts';
import { createOwnershipChallenge } from '../../../../shared/webhooks/registration/ownership-challenge.ts';
import { createWebhookSender } from '../../../../shared/webhooks/sending/send-webhook.ts';
import { MAX_WEBHOOKS } from '../../../../shared/webhooks/store/webhook.ts';
import { newWebhookId } from '../../../../shared/webhooks/store/webhook-id.ts';
import { invalidWebhook } from '../../../../shared/webhooks/store/webhook-rejections.ts';
import { rejectionOf } from '../../../support/answer-parts.ts';
import { someCallLeases } from '../deliveries/attempts/doubles.ts';
import { createInMemoryRateBuckets } from '../limits/in-memory-rate-buckets.ts';
import { BODY, CALLER, dataOf, registrationUnderTest } from '../registration-under-test.ts';

const { orgId, events } = BODY;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Asked {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly type: string; readonly challenge: string };
}

const callLimit = () => createCallLimit(someCallLeases(), 'challenge', () => new Date());
const UNLIMITED = { takeNow: async () => true };
const messageOf = (rejected: Rejected | undefined) => rejected?.rejection.message;

/** A receiver that records its requests. */
async function recordingReceiver(answer: (challenge: string, response: ServerResponse) => void) {
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
  return { asked, port: (listening.address() as AddressInfo).port };
}

/** The fault in a receiver's answer to the challenge, and the request. */
async function challenged(answer: (challenge: string, response: ServerResponse) => void, timeoutMs = 3_000) {
  const { asked, port } = await recordingReceiver(answer);
  const sender = createWebhookSender({ receivers: 'public-and-loopback', timeoutMs });
  const challenge = createOwnershipChallenge({ sender, budget: UNLIMITED, limit: callLimit() });
  return {
    fault: messageOf(await challenge(`http://127.0.0.1:${port}/hook`, CALLER)),
    asked,
    challenge,
    port,
  };
}

describe('the ownership challenge', () => {
  it.each<[string, (challenge: string) => string]>([
    ['JSON', (challenge) => JSON.stringify({ challenge })],
    ['JSON with more in it', (challenge) => JSON.stringify({ ok: true, challenge })],
    ['text', (challenge) => challenge],
    ['a line of text', (challenge) => `${challenge}\r\n`],
  ])('is passed by an echo as %s', async (_, echo) => {
    const { fault, asked } = await challenged((challenge, response) => response.end(echo(challenge)));

    expect(fault).toBeUndefined();
    expect(asked).toEqual([
      {
        method: 'POST',
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: { type: 'webhook.challenge', challenge: expect.stringMatching(/^[\w-]{43}$/) },
      },
    ]);
    expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  it('runs at most four times concurrently for an organization; others are rejected without a request', async () => {
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let sent = 0;
    const sender = {
      send: async () => {
        sent += 1;
        await hanging;
        return {
          ok: false,
          detail: 'No.',
          body: Buffer.of(),
          bodyTruncated: false,
          durationMs: 0,
          startedAt: new Date(),
        };
      },
    };
    const challenge = createOwnershipChallenge({ sender, budget: UNLIMITED, limit: callLimit() });

    const calls = Array.from({ length: 6 }, () => challenge('https://receiver.example/', CALLER));
    for (const rejected of await Promise.all(calls.slice(4))) {
      expect(rejected).toMatchObject({
        rejection: {
          kind: 'rate-limited',
          retryAfter: 5,
          message: expect.stringMatching(/^At most 4 ownership challenges /),
        },
      });
    }
    expect(sent).toBe(4);
    answer();
    await Promise.all(calls);
  });

  it('is different each time', async () => {
    const { asked, challenge, port } = await challenged((echo, response) => response.end(echo));
    await challenge(`http://127.0.0.1:${port}/hook`, CALLER);
    expect(new Set(asked.map(({ body }) => body.challenge)).size).toBe(2);
  });

  it.each<[string, (challenge: string, response: ServerResponse) => void, RegExp]>([
    ['answers 2xx without it', (_, response) => response.end('ok'), /does not contain the challenge/],
    ['answers null', (_, response) => response.end('null'), /does not contain the challenge/],
    ['answers another one', (echo, response) => response.end(`x${echo}`), /does not contain the challenge/],
    ['answers part of it', (echo, response) => response.end(echo.slice(1)), /does not contain the challenge/],
    [
      'answers it in another member',
      (echo, response) => response.end(JSON.stringify({ token: echo })),
      /does not contain the challenge/,
    ],
    [
      'answers it with a status that fails',
      (echo, response) => response.writeHead(403).end(echo),
      /The receiver answered 403\./,
    ],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: 'https://example.com/' }).end(),
      /redirects are not followed/,
    ],
  ])('is not passed by a receiver that %s', async (_, answer, fault) => {
    const { fault: found } = await challenged(answer);
    expect(found).toMatch(/^Invalid request: url must answer the ownership challenge: /);
    expect(found).toMatch(fault);
  });

  it('is not passed by a receiver that answers too late', async () => {
    const silent = await challenged(() => undefined, 200);
    expect(silent.fault).toMatch(/Within 0.2 s no answer came/);
  });

  it('is not passed by a receiver if its answer ends too late', async () => {
    const late = await challenged((echo, response) => void response.write(echo.slice(0, 20)), 200);
    expect(late.fault).toMatch(/does not contain the challenge/);
  });

  it('is not sent to a private address', async () => {
    const sender = createWebhookSender({ receivers: 'public' });
    const challenge = createOwnershipChallenge({ sender, budget: UNLIMITED, limit: callLimit() });
    for (const url of ['http://127.0.0.1:3000/', 'http://169.254.169.254/latest', 'https://10.0.0.1/']) {
      expect(messageOf(await challenge(url, CALLER))).toMatch(
        /url must answer the ownership challenge: url must name a public host/,
      );
    }
  });
});

describe('registering with a challenge', () => {
  const FAULT = reject(
    invalidWebhook(['url must answer the ownership challenge: The receiver answered 404.']),
  );

  it('challenges the normalized URL, after all other checks', async () => {
    const asked: string[] = [];
    const { create, list } = registrationUnderTest(async (url) => {
      asked.push(url);
      return undefined;
    });

    await create({ ...BODY, events: [] });
    expect(asked).toEqual([]);
    await create({ ...BODY, url: 'HTTPS://Receiver.Example./hooks' });

    expect(asked).toEqual(['https://receiver.example/hooks']);
    expect(dataOf(await list(CALLER))).toHaveLength(1);
  });

  it('registers nothing if it fails', async () => {
    const { create, list, secrets: _ } = registrationUnderTest(async () => FAULT);

    expect(rejectionOf(await create())).toEqual(FAULT.rejection);
    expect(dataOf(await list(CALLER))).toEqual([]);
  });

  it('challenges once for a call that is repeated with its Idempotency-Key', async () => {
    const asked: string[] = [];
    const { createKeyed } = registrationUnderTest(async (url) => {
      asked.push(url);
      return undefined;
    });
    await createKeyed('key');
    await createKeyed('key');
    expect(asked).toHaveLength(1);
  });

  it('challenges a changed URL, and changes nothing if that fails', async () => {
    let fault: Rejected | undefined;
    const asked: string[] = [];
    const { create, update, read } = registrationUnderTest(async (url) => {
      asked.push(url);
      return fault;
    });
    const { id, url } = dataOf(await create());
    fault = FAULT;

    const other = 'https://receiver.example/other';
    expect(rejectionOf(await update(id, { orgId, events, url: other }, CALLER))).toMatchObject({
      kind: 'invalid',
    });
    expect(dataOf(await read(id, CALLER)).url).toBe(url);
    await update(id, { orgId, events: ['rfp.created'] }, CALLER);
    expect(dataOf(await read(id, CALLER)).events).toEqual(['rfp.created']);
    expect(asked).toEqual([url, other]);
  });
});

describe('the requests that challenges make', () => {
  const STRANGERS = [
    { orgId: 'org_2', mode: 'test' },
    { ...CALLER, mode: 'live' },
  ] as const;

  /** Registers at a receiver that echoes and records, with the rate limits of deliveries. */
  async function recorded(rates: Partial<typeof DELIVERY_RATES> = {}, limit = callLimit()) {
    const { asked, port } = await recordingReceiver((echo, response) => response.end(echo));
    const buckets = createInMemoryRateBuckets();
    const sender = createWebhookSender({
      receivers: 'public-and-loopback',
      resolver: async () => ['127.0.0.1'],
    });
    const budget = createSendBudget({
      buckets,
      rates: { ...DELIVERY_RATES, ...rates },
      now: () => new Date('2026-11-21T12:00:00Z'),
      random: () => 0.5,
    });
    const url = `http://receiver.example:${port}/hooks`;
    const made = registrationUnderTest(createOwnershipChallenge({ sender, budget, limit }));
    const create = (caller: Caller = CALLER) => made.create({ ...BODY, url, orgId: caller.orgId }, caller);
    return { ...made, create, url, asked };
  }

  it('are none for a webhook that does not exist, is deleted, or belongs to others', async () => {
    const { update, create, remove, url, asked } = await recorded();
    const { id } = dataOf(await create());
    for (const { orgId: other, mode } of STRANGERS) {
      const caller = { ...CALLER, orgId: other, mode };
      expect(rejectionOf(await update(id, { events, url, orgId: other }, caller)).kind).toBe('not-found');
    }
    for (const unknown of [newWebhookId(), 'wh_', 'count']) {
      expect(rejectionOf(await update(unknown, { orgId, events, url }, CALLER)).kind).toBe('not-found');
    }
    await remove(id, CALLER);
    expect(rejectionOf(await update(id, { orgId, events, url }, CALLER)).kind).toBe('not-found');
    expect(asked).toHaveLength(1);
  });

  it('are none at the limit of webhooks', async () => {
    const { create, asked } = await recorded();
    for (let made = 0; made < MAX_WEBHOOKS.test; made++) await create();
    expect(asked).toHaveLength(MAX_WEBHOOKS.test);

    expect(rejectionOf(await create()).message).toContain('at most 20 webhooks');
    expect(asked).toHaveLength(MAX_WEBHOOKS.test);
  });

  it.each([
    ['the organization', { test: 1, host: 1_000 }],
    ['the receiving host', { test: 1_000, host: 1 }],
  ] as const)('take tokens of %s, and are none without one: 429 with Retry-After', async (_, rates) => {
    const { create, update, list, url, asked } = await recorded({ burst: 2, ...rates });
    const { id } = dataOf(await create());
    await create();

    const rejections = [await create(), await update(id, { orgId, events: ['rfp.created'], url }, CALLER)];

    for (const rejected of rejections) {
      expect(rejected).toMatchObject({ ok: false, rejection: { retryAfter: 5 } });
      const rejection = rejectionOf(rejected);
      expect(rejectionStatus(rejection)).toBe(429);
      expect(rejectionBody('general', rejection)).toEqual({
        success: false,
        error: { code: 'rate_limit_exceeded', message: expect.stringContaining('Retry-After') },
      });
    }
    expect(asked).toHaveLength(2);
    expect(dataOf(await list(CALLER)).map((webhook) => webhook.events)).toEqual([BODY.events, BODY.events]);
    expect(dataOf(await create({ ...CALLER, orgId: 'org_2', mode: 'test' }))).toMatchObject({
      enabled: true,
    });
    // A change without a URL sends nothing, and needs no token.
    expect(dataOf(await update(id, { orgId, events: ['rfp.created'] }, CALLER)).events).toEqual([
      'rfp.created',
    ]);
  });

  it('leave the limit to the write for concurrent calls', async () => {
    const { create, list } = await recorded({}, (_orgId, call) => call());
    const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS.test + 5 }, () => create()));

    expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_WEBHOOKS.test);
    expect(dataOf(await list(CALLER))).toHaveLength(MAX_WEBHOOKS.test);
  });
});
