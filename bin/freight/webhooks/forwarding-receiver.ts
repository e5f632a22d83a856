import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A delivery, and what became of it where it was passed on to. */
export interface ForwardedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** Why there was none. */
  readonly failure?: string;
  readonly ms: number;
}

export interface ForwardingReceiver {
  readonly url: string;
  stop(): Promise<void>;
}

/** Hop-by-hop headers and the length, which are not forwarded. */
const NOT_PASSED_ON =
  /^(host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade|te|trailer|proxy-.*)$/;

/** Response headers that the sender evaluates. */
const ANSWERED = ['content-type', 'retry-after'] as const;

/** Longer than the timeout of the sender, so that the sender times out first. */
const PATIENCE_MS = 30_000;

/** A receiver on a free port of this machine's loopback that passes every request on, and its answer back. */
export async function startForwardingReceiver(
  forwardTo: URL,
  onDelivery: (delivery: ForwardedDelivery) => void,
): Promise<ForwardingReceiver> {
  const server = createServer(async (request, response) => {
    const began = performance.now();
    const body = await buffer(request);
    const answer = await passOn(forwardTo, request, body);
    response.writeHead(answer.status ?? 502, answer.headers).end(answer.body);
    const ms = Math.round(performance.now() - began);
    const { status, failure } = answer;
    onDelivery({ headers: request.headers, body, status, ms, ...(failure === undefined ? {} : { failure }) });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', ready);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

interface PassedOn {
  readonly status: number | undefined;
  readonly failure?: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

async function passOn(
  to: URL,
  { method = 'POST', headers }: IncomingMessage,
  body: Buffer,
): Promise<PassedOn> {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || NOT_PASSED_ON.test(name) ? [] : [[name, String(value)] as [string, string]],
  );
  try {
    const answer = await fetch(to, {
      method,
      headers: passed,
      body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const kept = ANSWERED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(kept),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  } catch (error) {
    const failure = String(Object(Object(error).cause).code ?? Object(error).name);
    return { status: undefined, failure, headers: {}, body: Buffer.from(`Not passed on: ${failure}\n`) };
  }
}
