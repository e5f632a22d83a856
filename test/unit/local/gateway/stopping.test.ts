import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, returned, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;
let socket: Socket | undefined;

afterEach(async () => {
  socket?.destroy();
  await gateway.server.stop();
});

/** Opens a connection and sends these bytes; resolves when the server has accepted the connection. */
async function connection(bytes: string): Promise<Socket> {
  const opened = connect(gateway.server.port, '127.0.0.1');
  socket = opened;
  opened.on('error', () => {});
  await once(opened, 'connect');
  await new Promise<void>((resolve) => opened.write(bytes, () => resolve()));
  // The server accepts connections in order: an answer to a later one shows that it has accepted this one.
  await fetch(`${gateway.url}/health`);
  return opened;
}

describe('a stopping gateway', () => {
  it.each([
    ['sends nothing', ''],
    ['has sent half of its headers', 'GET /things/1 HTTP/1.1\r\nHo'],
    ['has sent half of its body', 'POST /things/1 HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc'],
    ['keeps its connection open after a response', 'GET /things/1 HTTP/1.1\r\nHost: h\r\n\r\n'],
  ])('does not wait for a caller that %s', async (_, bytes) => {
    gateway = await startGateway();
    const opened = await connection(bytes);
    const closed = once(opened.resume(), 'close');

    await gateway.server.stop();
    await closed;
  });

  it('answers completely received calls and closes the connection of an incomplete one', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    gateway = await startGateway({
      handler: async ({ path }) => {
        if (path === '/things/last') begun.resolve();
        await finish.promise;
        return returned({ statusCode: 200, body: String(path) });
      },
    });
    const calls = ['/things/1', '/things/2', '/things/last'].map((path) => fetch(`${gateway.url}${path}`));
    await begun.promise;
    const half = await connection('POST /things/half HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc');
    const cut = once(half.resume(), 'close');
    const stopped = gateway.server.stop();
    finish.resolve();

    const answers = await Promise.all(calls);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));

    expect(bodies).toEqual(['/things/1', '/things/2', '/things/last']);
    // Callers must not reuse the connection, which would keep the gateway open.
    for (const { headers } of answers) expect(headers.get('connection')).toBe('close');
    await cut;
    await stopped;
    expect(gateway.events.map(({ path }) => path)).not.toContain('/things/half');
  });

  it('does not wait for a call whose caller has disconnected', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    gateway = await startGateway({
      handler: async () => {
        begun.resolve();
        await finish.promise;
        return returned({});
      },
    });
    const left = new AbortController();
    const call = fetch(`${gateway.url}/things/1`, { signal: left.signal });
    await begun.promise;
    left.abort();

    await expect(call).rejects.toThrow();
    await gateway.server.stop();
    finish.resolve();
  });
});
