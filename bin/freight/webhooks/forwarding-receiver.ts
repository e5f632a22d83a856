import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A delivery and the response of the receiver that it was forwarded to. */
export interface ForwardedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** HTTP status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** Error code, if there was no response. */
  readonly failure?: string;
  readonly ms: number;
}

export interface ForwardingReceiver {
  readonly url: string;
  stop(): Promise<void>;
}

/** Hop-by-hop headers and the length, which are not forwarded. */
const NOT_FORWARDED =
  /^(host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade|te|trailer|proxy-.*)$/;

/** Response headers that the sender evaluates. */
const RETURNED_HEADERS = ['content-type', 'retry-after'] as const;

/** Longer than the timeout of the sender, so that the sender times out first. */
const TIMEOUT_MS = 30_000;

/** Starts a receiver on a free loopback port. It forwards each request and returns the response. */
export async function startForwardingReceiver(
  forwardTo: URL,
  onDelivery: (delivery: ForwardedDelivery) => void,
): Promise<ForwardingReceiver> {
  const server = createServer(async (request, response) => {
    const began = performance.now();
    const body = await buffer(request);
    const answer = await forward(forwardTo, request, body);
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

interface ForwardedResponse {
  readonly status: number | undefined;
  readonly failure?: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

async function forward(
  to: URL,
  { method = 'POST', headers }: IncomingMessage,
  body: Buffer,
): Promise<ForwardedResponse> {
  const forwarded = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || NOT_FORWARDED.test(name) ? [] : [[name, String(value)] as [string, string]],
  );
  try {
    const answer = await fetch(to, {
      method,
      headers: forwarded,
      body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const kept = RETURNED_HEADERS.flatMap((name) => {
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
    return { status: undefined, failure, headers: {}, body: Buffer.from(`Not forwarded: ${failure}\n`) };
  }
}
