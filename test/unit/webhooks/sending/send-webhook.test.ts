import { spawnSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ResolveAddresses } from '../../../../shared/webhooks/receiver-guard/resolve-receiver.ts';
import { type SendResult, sendWebhook } from '../../../../shared/webhooks/sending/http-send-webhook.ts';
import { resolveUrl } from '../../../../shared/webhooks/sending/receiver-gate.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { eventually } from '../../../support/eventually.ts';
import { type RawReceiver, startRawReceiver } from '../../../support/raw-receiver.ts';

const BODY = Buffer.from('{"id":"evt_1"}');
const SHORT_MS = 300;
const LOOPBACK = { ok: true, addresses: ['127.0.0.1'] } as const;

let receiver: RawReceiver | undefined;
afterEach(async () => {
  await receiver?.stop();
  receiver = undefined;
});

/** One attempt at a receiver that does `answer`; afterwards no connection may be open. */
async function send(
  answer: (socket: Socket) => void,
  { timeoutMs = 60_000, body = BODY as Uint8Array, when = 'bytes' as 'bytes' | 'connection' } = {},
): Promise<SendResult> {
  const sockets: Socket[] = [];
  receiver = await startRawReceiver(
    (socket) => {
      sockets.push(socket);
      answer(socket);
    },
    { when },
  );
  const request = {
    url: `http://127.0.0.1:${receiver.port}/hook?a=b`,
    body,
    headers: { 'content-type': 'application/json', 'x-event-id': 'evt_1', connection: 'keep-alive' },
  };
  const result = await sendWebhook(request, LOOPBACK, 'public-and-loopback', timeoutMs);
  // One that does not read would not see the end of its connection.
  for (const socket of sockets) socket.resume();
  const open = async () => receiver?.connections.open();
  expect(await eventually(open, (count) => count === 0)).toBe(0);
  expect(receiver.connections.made).toBe(1);
  return result;
}

const write =
  (...parts: readonly (string | Uint8Array)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part);
  };
const answer = (status: number | string, headers = '', body = '') =>
  write(`HTTP/1.1 ${status} X\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
const text = ({ body }: SendResult) => Buffer.from(body).toString();

describe('a request that is sent', () => {
  it('has the given bytes and headers only', async () => {
    await send(answer(200));
    const [head = '', body] = receiver?.received().split('\r\n\r\n') ?? [];
    expect(body).toBe(BODY.toString());
    const [line, ...headers] = head.split('\r\n');
    expect(line).toBe('POST /hook?a=b HTTP/1.1');
    expect(headers.map((header) => header.toLowerCase()).sort()).toEqual([
      'accept-encoding: identity',
      'connection: close',
      'content-length: 14',
      'content-type: application/json',
      `host: 127.0.0.1:${receiver?.port}`,
      'user-agent: freight-rates-and-quotes-webhooks/1',
      'x-event-id: evt_1',
    ]);
  });
});

describe('an answer', () => {
  it.each([200, 204, 299, 400, 410, 599])('of %d decides, and is kept', async (status) => {
    const ok = status < 300;
    const body = status === 204 ? '' : 'text';
    const result = await send(answer(status, '', body));
    expect(result).toEqual({
      ...{ ok, status, bodyTruncated: false, address: '127.0.0.1' },
      ...(ok ? {} : { error: 'status', detail: `The receiver answered ${status}.` }),
      body: Buffer.from(body),
      durationMs: expect.any(Number),
    });
  });

  it.each([300, 302, 307])('of %d is not followed', async (status) => {
    const canary = await startRawReceiver(() => undefined);
    const result = await send(answer(status, `location: http://127.0.0.1:${canary.port}/\r\n`));
    expect(result).toMatchObject({ ok: false, status, error: 'redirect' });
    expect(canary.connections.made).toBe(0);
    await canary.stop();
  });

  it('may follow informational ones', async () => {
    expect(
      await send(write('HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 102 X\r\n\r\n', 'HTTP/1.1 204 X\r\n\r\n')),
    ).toMatchObject({ ok: true, status: 204 });
  });

  it('may end with the connection, or in chunks', async () => {
    expect(text(await send((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nhello')))).toBe('hello');
    await receiver?.stop();
    const chunked = await send(
      write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n', '0\r\n\r\n'),
    );
    expect(text(chunked)).toBe('hello');
    expect(chunked.ok).toBe(true);
  });

  it('that is compressed is stored byte by byte, and not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    expect(bomb.length).toBeLessThan(16_384);
    const result = await send(
      write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`, bomb),
    );
    expect(result).toMatchObject({ ok: true, status: 200, bodyTruncated: false });
    expect(Buffer.from(result.body).equals(bomb)).toBe(true);
  });

  it('of 16 KB is complete, a byte more is truncated', async () => {
    const exact = await send(answer(200, '', 'a'.repeat(16_384)));
    expect([exact.body.length, exact.bodyTruncated, exact.ok]).toEqual([16_384, false, true]);
    await receiver?.stop();
    const longer = await send(answer(200, '', 'a'.repeat(16_385)));
    expect([longer.body.length, longer.bodyTruncated, longer.ok]).toEqual([16_384, true, true]);
  });

  it('before the request is read counts', async () => {
    const result = await send((socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
    }, LARGE);
    expect(result).toMatchObject({ ok: false, status: 413, error: 'status' });
  });
});

const LARGE = { body: new Uint8Array(20_000_000), when: 'connection' } as const;
const IN_TIME = { timeoutMs: SHORT_MS };
const NO_ANSWER = { error: 'timeout', detail: expect.stringMatching(/no answer came/) };
const CLOSED = { error: 'reset', detail: expect.stringMatching(/^The receiver closed the connection/) };
const NOT_HTTP = { error: 'protocol', detail: expect.not.stringContaining('HPE') };

const drip =
  (head: string, drop = 'x') =>
  (socket: Socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  };

it.each<[string, (socket: Socket) => void, object, Parameters<typeof send>[1]?]>([
  ['says nothing', () => undefined, NO_ANSWER, IN_TIME],
  ['drips its status line', drip('HTTP/1.1 200 '), NO_ANSWER, IN_TIME],
  ['informs only', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), NO_ANSWER, IN_TIME],
  ['does not read', (socket) => socket.pause(), { error: 'timeout' }, { ...IN_TIME, ...LARGE }],
  // A reset may be there before the connection is seen.
  [
    'resets before the request',
    (socket) => socket.resetAndDestroy(),
    { error: expect.stringMatching(/^(reset|connect)$/) },
    { when: 'connection' },
  ],
  ['resets after the request', (socket) => socket.resetAndDestroy(), CLOSED],
  ['closes without an answer', (socket) => socket.end(), CLOSED],
  ['speaks SSH', write('SSH-2.0-OpenSSH_9.6\r\n'), NOT_HTTP],
  ['speaks HTTP/2', write('\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00d'), NOT_HTTP],
  ['upgrades', write('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'), NOT_HTTP],
  ['has the status 000', write('HTTP/1.1 000 Zero\r\ncontent-length: 2\r\n\r\nok'), NOT_HTTP],
  ['has the status 099', write('HTTP/1.1 099 Low\r\ncontent-length: 9\r\n\r\ncut'), NOT_HTTP],
])('a receiver that %s has failed, without a status', async (_, behaviour, failure, ...[given]) => {
  const result = await send(behaviour, given);
  expect(result).toMatchObject({ ok: false, ...failure });
  expect(result).not.toHaveProperty('status');
});

describe('a status line', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  it.each<[string, string | ((socket: Socket) => void)]>([
    ['204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'],
    ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
    ['a length and chunks', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`],
    ['a header that is none', `${head}bad header\r\n\r\n`],
    ['chunks that are none', `${head}transfer-encoding: chunked\r\n\r\nxyz\r\n`],
    ['20 kB of headers', `${head}long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['bare line feeds', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok'],
    ['another one before it', `HTTP/1.1 100 Continue\r\n\r\n${head}long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['no reason', 'HTTP/1.1 202\r\ncontent-length: 0\r\n\r\n'],
    ['headers that do not end', `${head}a: `],
    ['a body that is cut', (socket) => socket.end(`${head}content-length: 9\r\n\r\nhello`)],
    ['chunks that are cut', (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\nhe`)],
    [
      'a reset in its body',
      (socket) => {
        socket.write(`${head}content-length: 9\r\n\r\nhello`, () =>
          setImmediate(() => socket.resetAndDestroy()),
        );
      },
    ],
  ])('of 2xx is a delivery, also with %s', async (_, bytes) => {
    const behaviour = typeof bytes === 'string' ? (socket: Socket) => socket.write(bytes) : bytes;
    const result = await send(behaviour, IN_TIME);
    expect(result).toMatchObject({ ok: true, status: expect.any(Number) });
    expect(result).not.toHaveProperty('error');
  });

  it.each([
    [200, { ok: true, bodyTruncated: true }],
    [503, { ok: false, bodyTruncated: true, error: 'status' }],
  ])('of %d in time counts, also if its body does not end', async (status, expected) => {
    const result = await send(write(`HTTP/1.1 ${status} X\r\ncontent-length: 9\r\n\r\nhello`), IN_TIME);
    expect({ ...result, body: text(result) }).toMatchObject({ status, body: 'hello', ...expected });
  });

  it('of another class is a failure, also with bytes that no parser reads', async () => {
    const result = await send(write('HTTP/1.1 503 Busy\nbad header\n\n'));
    expect(result).toMatchObject({ ok: false, status: 503, error: 'status' });
  });
});

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS);
const trusted = getCACertificates();

/** One attempt at a receiver with given TLS options, by address or name. */
async function sendTo(tls: TlsOptions | undefined, host = '127.0.0.1', trust?: string) {
  if (trust !== undefined) setDefaultCACertificates([...trusted, trust]);
  receiver = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), {
    ...(tls === undefined ? {} : { tls }),
  });
  const request = { url: `https://${host}:${receiver.port}/`, body: BODY, headers: {} };
  return sendWebhook(request, LOOPBACK, 'public-and-loopback', 60_000);
}

const certificate = (notBefore = day(-1), notAfter = day(1)) =>
  selfSigned({ notBefore, notAfter, addresses: ['127.0.0.1'], names: ['receiver.example'] });

describe('a receiver over TLS', () => {
  afterEach(() => setDefaultCACertificates(trusted));

  it.each(['127.0.0.1', 'receiver.example'])(
    'gets its request if its certificate is trusted: %s',
    async (host) => {
      const tls = certificate();
      expect(await sendTo(tls, host, tls.cert)).toMatchObject({
        ok: true,
        status: 204,
        address: '127.0.0.1',
      });
      expect(receiver?.received()).toContain('{"id":"evt_1"}');
    },
  );

  it.each([
    ['is self-signed', certificate(), '127.0.0.1', false],
    ['has expired', certificate(day(-3), day(-1)), '127.0.0.1', true],
    ['is not valid yet', certificate(day(1), day(3)), '127.0.0.1', true],
    ['is for another host', certificate(), 'other.example', true],
  ])('gets nothing if its certificate %s', async (words, tls, host, isTrusted) => {
    const result = await sendTo(tls, host, isTrusted ? tls.cert : undefined);
    expect(result).toMatchObject({ ok: false, error: 'tls', detail: expect.stringContaining(words) });
    expect(receiver?.received()).toBe('');
  });

  it('gets nothing below TLS 1.2', async () => {
    const tls = certificate();
    const old = {
      ...tls,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    expect(await sendTo(old, undefined, tls.cert)).toMatchObject({ ok: false, error: 'tls' });
  });

  it('has failed if it does not use TLS', async () => {
    expect(await sendTo(undefined)).toMatchObject({
      ok: false,
      error: 'tls',
      detail: expect.not.stringContaining('SSL'),
    });
  });
});

/** Listens on loopback, which deployed stages must not connect to. */
let canary: RawReceiver;
beforeAll(async () => {
  canary = await startRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), { when: 'connection' });
});
afterAll(() => canary.stop());

async function sendDeployed(host: string, resolver: ResolveAddresses) {
  const request = { url: `http://${host}:${canary.port}/`, body: BODY, headers: {} };
  return sendWebhook(request, await resolveUrl(request.url, 'public', resolver), 'public', 200);
}

describe('a deployed stage', () => {
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
    const request = { url: `http://receiver.example:${elsewhere.port}/`, body: BODY, headers: {} };
    const result = await sendWebhook(request, LOOPBACK, 'public');
    await elsewhere.stop();
    expect(result).toMatchObject({ ok: false, error: 'rejected-address' });
    expect(elsewhere.received()).toBe('');
  });
});

it('nothing is looked up for a URL that is not valid', async () => {
  const asked = () => Promise.reject(new Error('asked'));
  const failure = { error: 'rejected-address' };
  expect(await resolveUrl('http://', 'public-and-loopback', asked)).toMatchObject({ ok: false, failure });
});

it('ignores the proxy variables of the environment', () => {
  const proxy = `http://127.0.0.1:${canary.port}`;
  const made = canary.connections.made;
  const module = new URL('../../../../shared/webhooks/sending/http-send-webhook.ts', import.meta.url).href;
  const script = `
      import { createServer } from 'node:http';
      const { sendWebhook } = await import(${JSON.stringify(module)});
      const server = createServer((_, answer) => answer.end('direct')).listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port;
        const resolved = { ok: true, addresses: ['127.0.0.1'] };
        const { body } = await sendWebhook({ url, body: new Uint8Array(), headers: {} }, resolved, 'public-and-loopback');
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
