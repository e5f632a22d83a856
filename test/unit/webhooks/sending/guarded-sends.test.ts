import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResolveAddresses } from '../../../../shared/webhooks/receiver-guard/resolve-receiver.ts';
import { exchange } from '../../../../shared/webhooks/sending/http-exchange.ts';
import { createWebhookSender } from '../../../../shared/webhooks/sending/send-webhook.ts';
import { type RawReceiver, startRawReceiver } from '../../../support/raw-receiver.ts';
import { LOOPBACK_SPELLINGS } from '../loopback-spellings.ts';

const BODY = Buffer.from('{"id":"evt_1"}');

/** Listens on loopback, which deployed stages must not connect to. */
let canary: RawReceiver;
beforeAll(async () => {
  canary = await startRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), { when: 'connection' });
});
afterAll(() => canary.stop());

const sendDeployed = (host: string, resolver: ResolveAddresses, timeoutMs = 200, scheme = 'http') =>
  createWebhookSender({ receivers: 'public', resolver, timeoutMs }).send({
    url: `${scheme}://${host}:${canary.port}/`,
    body: BODY,
    headers: {},
  });

const asked = () => Promise.reject(new Error('asked'));

describe('a deployed stage', () => {
  it.each(LOOPBACK_SPELLINGS)('does not connect to loopback spelled %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      expect(await sendDeployed(host, asked, 60_000, scheme)).toMatchObject({
        ok: false,
        error: 'rejected-address',
      });
    }
    expect(canary.connections.made).toBe(0);
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['0.0.0.0'],
    ['::'],
    ['192.0.2.1', '127.0.0.1'],
    ['8.8.8.8', '::1'],
    ['2606:4700::1111', '127.0.0.1'],
  ])('does not connect to a name that resolves to %s %s', async (...addresses) => {
    const result = await sendDeployed('receiver.example', () => Promise.resolve(addresses), 60_000);
    expect(result).toMatchObject({ ok: false, error: 'rejected-address' });
    expect(canary.connections.made).toBe(0);
  });

  it('resolves a name once, so that a second answer cannot lead to a private address', async () => {
    const answers = [['2000::1'], ['127.0.0.1']];
    let times = 0;
    const result = await sendDeployed('rebinding.example', async () => answers[times++] ?? ['127.0.0.1']);
    expect(times).toBe(1);
    expect(result.ok).toBe(false);
    expect(['timeout', 'connect']).toContain(result.error);
    const again = await sendDeployed('rebinding.example', async () => answers[times++] ?? ['127.0.0.1']);
    expect(again).toMatchObject({ error: 'rejected-address' });
    expect(canary.connections.made).toBe(0);
  });

  it('writes nothing to a connection to an unchecked address', async () => {
    const elsewhere = await startRawReceiver(() => undefined);
    const end = await exchange({
      url: new URL(`http://receiver.example:${elsewhere.port}/`),
      addresses: ['127.0.0.1'],
      allowed: 'public',
      headers: {},
      body: BODY,
      signal: new AbortController().signal,
      timeoutMs: 60_000,
    });
    await elsewhere.stop();
    expect(end.failure).toMatchObject({ error: 'rejected-address' });
    expect(elsewhere.received()).toBe('');
  });
});

describe('a sender', () => {
  const settings = { receivers: 'public-and-loopback', timeoutMs: 100 } as const;
  const request = { url: 'https://receiver.example/', body: BODY, headers: {} };

  it('distinguishes an unknown host from one that is not resolved in time', async () => {
    const unknown = createWebhookSender({ ...settings, resolver: asked });
    expect(await unknown.send(request)).toMatchObject({ ok: false, error: 'dns' });
    const silent = createWebhookSender({ ...settings, resolver: () => new Promise(() => undefined) });
    expect(await silent.send(request)).toMatchObject({ ok: false, error: 'timeout' });
  });

  it('connects to few addresses of a name, also if they reject the connection', async () => {
    const made = canary.connections.made;
    const rejecting = Array.from({ length: 20 }, (_, number) => `127.0.1.${number + 1}`);
    const sender = createWebhookSender({
      receivers: 'public-and-loopback',
      timeoutMs: 5_000,
      resolver: async () => [...rejecting, '127.0.0.1'],
    });

    const result = await sender.send({
      ...request,
      url: `http://receiver.example:${canary.port}/`,
    });

    expect(result).toMatchObject({ ok: false, error: 'connect' });
    expect(canary.connections.made).toBe(made);
  });

  it('ignores the proxy variables of the environment', () => {
    const proxy = `http://127.0.0.1:${canary.port}`;
    const made = canary.connections.made;
    const module = new URL('../../../../shared/webhooks/sending/send-webhook.ts', import.meta.url).href;
    const script = `
      import { createServer } from 'node:http';
      const { createWebhookSender } = await import(${JSON.stringify(module)});
      const server = createServer((_, answer) => answer.end('direct')).listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port;
        const sender = createWebhookSender({ receivers: 'public-and-loopback' });
        const { body } = await sender.send({ url, body: new Uint8Array(), headers: {} });
        process.stdout.write(body);
        server.close();
      });`;
    const variables = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      HTTPS_PROXY: proxy,
      NO_PROXY: '',
    };
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, ...variables },
    });
    expect(child.stdout.toString()).toBe('direct');
    expect(canary.connections.made).toBe(made);
  });
});
