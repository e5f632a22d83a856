import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookSender, type SendResult } from '../../../../shared/webhooks/sending/send-webhook.ts';
import { eventually } from '../../../support/eventually.ts';
import { type RawReceiver, startRawReceiver } from '../../../support/raw-receiver.ts';

const BODY = Buffer.from('{"id":"evt_1"}');
const SHORT_MS = 300;

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
  const sender = createWebhookSender({ receivers: 'public-and-loopback', timeoutMs });
  const result = await sender.send({
    url: `http://127.0.0.1:${receiver.port}/hook?a=b`,
    body,
    headers: { 'content-type': 'application/json', 'x-event-id': 'evt_1', connection: 'keep-alive' },
  });
  // One that does not read would not see the end of its connection.
  for (const socket of sockets) socket.resume();
  const open = async () => receiver?.connections.open;
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
  it.each([200, 201, 202, 204, 299])('of %d is a success', async (status) => {
    expect(await send(answer(status))).toEqual({
      ok: true,
      status,
      body: Buffer.alloc(0),
      bodyTruncated: false,
      durationMs: expect.any(Number),
      startedAt: expect.any(Date),
      address: '127.0.0.1',
    });
  });

  it.each([400, 404, 408, 410, 429, 500, 503, 599])('of %d is a failure, and is kept', async (status) => {
    const result = await send(answer(status, '', 'no'));
    expect(result).toMatchObject({ ok: false, status, error: 'status', bodyTruncated: false });
    expect(result.detail).toBe(`The receiver answered ${status}.`);
    expect(text(result)).toBe('no');
  });

  it.each(['60', 'Sun, 01 Mar 2026 12:20:00 GMT', 'soon'])('returns Retry-After: %s', async (value) => {
    expect(await send(answer(429, `Retry-After: ${value}\r\n`))).toMatchObject({ retryAfter: value });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('of %d is not followed', async (status) => {
    const canary = await startRawReceiver(() => undefined);
    const result = await send(answer(status, `location: http://127.0.0.1:${canary.port}/\r\n`));
    expect(result).toMatchObject({ ok: false, status, error: 'redirect' });
    expect(canary.connections.made).toBe(0);
    await canary.stop();
  });

  it('that redirects to cloud metadata is not followed', async () => {
    const result = await send(answer(302, 'location: http://169.254.169.254/latest/meta-data/\r\n'));
    expect(result).toMatchObject({ ok: false, status: 302, error: 'redirect', address: '127.0.0.1' });
  });

  it('may follow informational ones', async () => {
    expect(
      await send(
        write(
          'HTTP/1.1 100 Continue\r\n\r\n',
          'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
          'HTTP/1.1 200 OK\r\n\r\n',
        ),
        {
          timeoutMs: SHORT_MS,
        },
      ),
    ).toMatchObject({ ok: true, status: 200, bodyTruncated: true });
    await receiver?.stop();
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

  it('that is not text is stored byte by byte', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]);
    const result = await send(write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n', bytes));
    expect(Buffer.from(result.body).equals(bytes)).toBe(true);
  });

  it('that is compressed is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const result = await send(
      write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`, bomb),
    );
    expect(result).toMatchObject({ ok: true, status: 200, bodyTruncated: bomb.length > 16_384 });
    expect(Buffer.from(result.body).equals(bomb.subarray(0, 16_384))).toBe(true);
  });

  it('of 16 KB is complete, a byte more is truncated', async () => {
    const exact = await send(answer(200, '', 'a'.repeat(16_384)));
    expect([exact.body.length, exact.bodyTruncated, exact.ok]).toEqual([16_384, false, true]);
    await receiver?.stop();
    const longer = await send(answer(200, '', 'a'.repeat(16_385)));
    expect([longer.body.length, longer.bodyTruncated, longer.ok]).toEqual([16_384, true, true]);
  });

  it('with an endless body is truncated, and counts', async () => {
    const result = await send((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = () => {
        while (socket.writable && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', pour);
      pour();
    });
    expect(result).toMatchObject({ ok: true, status: 200, bodyTruncated: true });
    expect(result.body).toHaveLength(16_384);
  });

  it('before the request is read counts', async () => {
    const result = await send(
      (socket) => {
        socket.pause();
        socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
      },
      { body: new Uint8Array(20_000_000), when: 'connection' },
    );
    expect(result).toMatchObject({ ok: false, status: 413, error: 'status' });
  });
});

describe('a receiver that does not finish in time', () => {
  const drip =
    (head: string, drop = 'x') =>
    (socket: Socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write(drop), 20);
      socket.on('close', () => clearInterval(timer));
    };

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['says nothing', () => undefined, /no answer came/],
    ['drips its headers', drip('HTTP/1.1 200 OK\r\na: '), /no answer came/],
    ['sends informational answers only', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), /no answer came/],
  ])('times out if it %s', async (_, behaviour, detail) => {
    const result = await send(behaviour, { timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ ok: false, error: 'timeout', detail: expect.stringMatching(detail) });
  });

  it('has acknowledged with a 2xx status in time, with a truncated body', async () => {
    const result = await send(write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'), {
      timeoutMs: SHORT_MS,
    });
    expect(result).toMatchObject({ ok: true, status: 200, bodyTruncated: true });
    expect(result).not.toHaveProperty('error');
    expect(text(result)).toBe('hello');
  });

  it('has acknowledged with a 2xx status, also if its body exceeds the timeout', async () => {
    const result = await send(drip('HTTP/1.1 202 Accepted\r\n\r\n'), { timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ ok: true, status: 202, bodyTruncated: true });
    expect(result.durationMs).toBeLessThan(SHORT_MS + 2_000);
  });

  it('times out if it does not read the request', async () => {
    const result = await send((socket) => socket.pause(), {
      timeoutMs: SHORT_MS,
      body: new Uint8Array(20_000_000),
      when: 'connection',
    });
    expect(result).toMatchObject({ ok: false, error: 'timeout' });
  });

  it('is reported by a failed status', async () => {
    const result = await send(write('HTTP/1.1 410 Gone\r\ncontent-length: 9\r\n\r\nhello'), {
      timeoutMs: SHORT_MS,
    });
    expect(result).toMatchObject({ ok: false, status: 410, error: 'status', bodyTruncated: true });
  });
});

describe('a receiver that closes the connection', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['resets before the request', (socket) => socket.resetAndDestroy(), 'connection'],
    ['resets after it', (socket) => socket.resetAndDestroy(), 'bytes'],
    ['closes without an answer', (socket) => socket.end(), 'bytes'],
    ['closes in its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncont'), 'bytes'],
    [
      'closes in its body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'),
      'bytes',
    ],
    [
      'closes in its chunks',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe'),
      'bytes',
    ],
    [
      'resets in its body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello', () =>
          setImmediate(() => socket.resetAndDestroy()),
        );
      },
      'bytes',
    ],
  ])('and %s has failed', async (_, behaviour, when) => {
    const result = await send(behaviour, { when: when === 'connection' ? 'connection' : 'bytes' });
    expect(result.ok).toBe(false);
    // A reset may be there before the connection is seen.
    expect(when === 'bytes' ? ['reset'] : ['reset', 'connect']).toContain(result.error);
    expect(result.detail).toMatch(/^(The receiver closed the connection|No connection was made)/);
  });

  it('or does not listen has failed', async () => {
    const gone = await startRawReceiver(() => undefined);
    await gone.stop();
    const sender = createWebhookSender({ receivers: 'public-and-loopback' });
    const result = await sender.send({ url: `http://127.0.0.1:${gone.port}/`, body: BODY, headers: {} });
    expect(result).toMatchObject({
      ok: false,
      error: 'connect',
      detail: 'The receiver refused the connection.',
    });
    expect(result.address).toBeUndefined();
  });
});

describe('a receiver without HTTP/1.1', () => {
  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/1.1 abc OK\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
    ['\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00d'],
    ['\x15\x03\x01\x00\x02\x02\x16'],
    [`HTTP/1.1 200 OK\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ])('has failed: %j', async (bytes) => {
    const result = await send((socket) => socket.write(bytes));
    expect(result.ok).toBe(false);
    expect([result.error, result.detail]).toEqual(['protocol', expect.not.stringContaining('HPE')]);
  });

  it('has failed for any bytes', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const bytes = Buffer.from(Array.from({ length: 200 }, (_, i) => (seed * 31 + i * i * 7) % 256));
      expect(await send((socket) => socket.end(bytes))).toMatchObject({ ok: false });
      await receiver?.stop();
    }
  });
});
