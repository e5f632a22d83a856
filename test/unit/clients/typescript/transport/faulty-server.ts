import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Behavior = (response: ServerResponse) => void;

export interface FaultyServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Behavior of the next requests, in order; the last one is repeated. */
  script(...behaviors: readonly Behavior[]): void;
  stop(): Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json', 'x-request-id': 'req-1' };

/** A JSON body. */
export const answer =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behavior =>
  (response) =>
    response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));

export const tooManyRequests = (headers: Readonly<Record<string, string>> = {}): Behavior =>
  answer(
    429,
    { success: false, error: { code: 'rate_limit_exceeded', message: 'Too many requests.' } },
    headers,
  );

/** Closes the connection without a response. */
export const reset: Behavior = (response) => response.socket?.resetAndDestroy();

/** Never answers. */
export const silence: Behavior = () => {};

/** Sends headers and a part of the body, then nothing. */
export const stall: Behavior = (response) => {
  response.writeHead(200, JSON_TYPE).write('{"status":');
};

/** Sends a part of the promised body and closes the connection. */
export const truncated: Behavior = (response) => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"status":');
  setTimeout(() => response.destroy(), 20);
};

export const malformed: Behavior = (response) => response.writeHead(200, JSON_TYPE).end('{"status":');

export const htmlBadGateway: Behavior = (response) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');

export function startFaultyServer(): Promise<FaultyServer> {
  const requests: ReceivedRequest[] = [];
  let behaviors: readonly Behavior[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      behaviors[Math.min(count++, behaviors.length - 1)]?.(response);
    });
  });
  // A connection that the server closes while a slow machine sends a request would be a fault that no test asked for.
  server.keepAliveTimeout = 600_000;
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      resolve({
        url: `http://127.0.0.1:${port}`,
        requests,
        script: (...next) => {
          behaviors = next;
          count = 0;
          requests.length = 0;
        },
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
