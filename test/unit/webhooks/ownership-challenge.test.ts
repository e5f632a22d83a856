import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createOwnershipChallenge } from '../../../shared/webhooks/ownership-challenge.ts';
import { createWebhookSender } from '../../../shared/webhooks/send-webhook.ts';
import { BODY, CALLER, dataOf, refusalOf, registering } from './registering.ts';

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

/** The fault that a receiver's answer to the challenge is; what it was asked. */
async function challenged(answer: (challenge: string, response: ServerResponse) => void, timeoutMs = 3_000) {
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
  const { port } = listening.address() as AddressInfo;
  const sender = createWebhookSender({ receivers: 'public-and-loopback', timeoutMs });
  const challenge = createOwnershipChallenge(sender);
  return { fault: await challenge(`http://127.0.0.1:${port}/hook`), asked, challenge, port };
}

describe('the ownership challenge', () => {
  it.each<[string, (challenge: string) => string]>([
    ['JSON', (challenge) => JSON.stringify({ challenge })],
    ['JSON with more in it', (challenge) => JSON.stringify({ ok: true, challenge })],
    ['text', (challenge) => challenge],
    ['a line of text', (challenge) => `${challenge}\r\n`],
  ])('is passed by its echo as %s', async (_, echo) => {
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

  it('is another one each time', async () => {
    const { asked, challenge, port } = await challenged((echo, response) => response.end(echo));
    await challenge(`http://127.0.0.1:${port}/hook`);
    expect(new Set(asked.map(({ body }) => body.challenge)).size).toBe(2);
  });

  it.each<[string, (challenge: string, response: ServerResponse) => void, RegExp]>([
    ['answers 2xx without it', (_, response) => response.end('ok'), /does not hold the challenge/],
    ['answers null', (_, response) => response.end('null'), /does not hold the challenge/],
    ['answers another one', (echo, response) => response.end(`x${echo}`), /does not hold the challenge/],
    ['answers part of it', (echo, response) => response.end(echo.slice(1)), /does not hold the challenge/],
    [
      'answers it in another member',
      (echo, response) => response.end(JSON.stringify({ token: echo })),
      /does not hold the challenge/,
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
  ])('is failed by a receiver that %s', async (_, answer, fault) => {
    const { fault: found } = await challenged(answer);
    expect(found).toMatch(/^url must answer the ownership challenge: /);
    expect(found).toMatch(fault);
  });

  it('is failed by a receiver that answers too late', async () => {
    const silent = await challenged(() => undefined, 200);
    expect(silent.fault).toMatch(/Within 0.2 s no answer came/);
  });

  it('is failed by a receiver whose answer ends too late', async () => {
    const late = await challenged((echo, response) => void response.write(echo.slice(0, 20)), 200);
    expect(late.fault).toMatch(/does not hold the challenge/);
  });

  it('is sent by the guard of deliveries: to no private address', async () => {
    const challenge = createOwnershipChallenge(createWebhookSender({ receivers: 'public' }));
    for (const url of ['http://127.0.0.1:3000/', 'http://169.254.169.254/latest', 'https://10.0.0.1/']) {
      expect(await challenge(url)).toMatch(
        /^url must answer the ownership challenge: url must name a public host/,
      );
    }
  });
});

describe('registering where the address is challenged', () => {
  const FAULT = 'url must answer the ownership challenge: The receiver answered 404.';

  it('asks the address as it is stored, after all else was found right', async () => {
    const asked: string[] = [];
    const { create, list } = registering(async (url) => void asked.push(url));

    await create({ ...BODY, events: [] });
    expect(asked).toEqual([]);
    await create({ ...BODY, url: 'HTTPS://Receiver.Example./hooks' });

    expect(asked).toEqual(['https://receiver.example/hooks']);
    expect(dataOf(await list(CALLER))).toHaveLength(1);
  });

  it('registers nothing where it fails', async () => {
    const { create, list, secrets: _ } = registering(async () => FAULT);

    expect(refusalOf(await create())).toEqual({ kind: 'invalid', message: `Invalid request: ${FAULT}` });
    expect(dataOf(await list(CALLER))).toEqual([]);
  });

  it('asks once for a call that is repeated with its Idempotency-Key', async () => {
    const asked: string[] = [];
    const { createKeyed } = registering(async (url) => void asked.push(url));
    await createKeyed('key');
    await createKeyed('key');
    expect(asked).toHaveLength(1);
  });

  it('asks at a change of the address, and leaves the webhook as it is where that fails', async () => {
    let fault: string | undefined;
    const asked: string[] = [];
    const { create, update, read } = registering(async (url) => {
      asked.push(url);
      return fault;
    });
    const { id, url } = dataOf(await create());
    fault = FAULT;

    const other = 'https://receiver.example/other';
    expect(refusalOf(await update(id, { orgId, events, url: other }, CALLER))).toMatchObject({
      kind: 'invalid',
    });
    expect(dataOf(await read(id, CALLER)).url).toBe(url);
    await update(id, { orgId, events: ['rfp.created'] }, CALLER);
    expect(dataOf(await read(id, CALLER)).events).toEqual(['rfp.created']);
    expect(asked).toEqual([url, other]);
  });
});
