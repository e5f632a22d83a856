import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to an engine. */
export interface Passing {
  /** "UpdateItem", "SendMessageBatch", ... */
  readonly operation: string;
  readonly body: string;
}

/** Decides the result of each call. */
export type Let = 'pass' | 'lose' | 'throttle';

export interface Tap {
  /** Before the engine receives the call: `lose` breaks the connection, `throttle` returns a throttling error. */
  readonly before?: (passing: Passing) => Let | Promise<Let>;
  /** After the engine has processed the call: `lose` breaks the connection before the response. */
  readonly after?: (passing: Passing) => 'pass' | 'lose' | Promise<'pass' | 'lose'>;
}

export interface TappedWire {
  readonly endpoint: string;
  /** Sets the tap for all later calls. */
  tap(tap: Tap): void;
  stop(): Promise<void>;
}

const THROTTLED = JSON.stringify({ __type: 'com.amazonaws#ThrottlingException', message: 'slow down' });

/** A connection to an engine whose calls a test can observe and break. */
export async function startTappedWire(engine: () => string): Promise<TappedWire> {
  let current: Tap = {};
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, operation = ''] = String(incoming.headers['x-amz-target']).split('.');
    const passing = { operation, body: body.toString() };
    const { before, after } = current;
    const decision = (await before?.(passing)) ?? 'pass';
    if (decision === 'lose') {
      incoming.socket.destroy();
      return;
    }
    if (decision === 'throttle') {
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      outgoing.end(THROTTLED);
      return;
    }
    const passed = request(engine(), { method: incoming.method, headers: incoming.headers }, (answer) => {
      const answered: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => answered.push(chunk));
      answer.on('end', async () => {
        if (((await after?.(passing)) ?? 'pass') === 'lose') {
          incoming.socket.destroy();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        outgoing.end(Buffer.concat(answered));
      });
    });
    passed.on('error', () => incoming.socket.destroy());
    passed.end(body);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tap: (tap) => {
      current = tap;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
