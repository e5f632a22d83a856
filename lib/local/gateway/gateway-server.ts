import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { LocalSetupError } from '../local-setup-error.ts';
import type { Pages } from '../pages/static-pages.ts';
import {
  type ContextVariables,
  type GatewayResponseType,
  substitute,
  writeGatewayResponse,
} from './gateway-response.ts';
import { callVariables, createCallHandler, type GatewayParts, type HandledCall } from './handle-call.ts';
import { incomingCall } from './incoming-call.ts';
import { readLimitedBody } from './read-limited-body.ts';
import type { SignedRequests } from './signed-requests.ts';

/** Request size limit of API Gateway. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Limit of API Gateway for the total size of headers. */
const MAX_HEADER_BYTES = 10_240;

export interface GatewayServer {
  readonly port: number;
  /** Uses the API and functions of another template for all calls that are not yet completely received. */
  reload(parts: GatewayParts): void;
  /** Answers all completely received calls, then closes. */
  stop(): Promise<void>;
}

export interface GatewayServerOptions {
  readonly port: number;
  readonly parts: GatewayParts;
  readonly health: () => { readonly ready: boolean };
  /** Pages of the service, which are not part of the API. */
  readonly pages?: Pages;
  /** Objects with signed addresses, which are not part of the API. */
  readonly objects?: SignedRequests;
  /** Receives one access log line per call. */
  readonly onAccess: (line: string) => void;
}

/**
 * Starts a local API Gateway on loopback.
 * @throws LocalSetupError if the port is in use or not allowed.
 */
export async function startGatewayServer(options: GatewayServerOptions): Promise<GatewayServer> {
  let { parts } = options;
  let handle = createCallHandler(parts);
  let stopping = false;
  /** Completely received calls without a response. */
  let pending = 0;

  const reject = (
    type: GatewayResponseType,
    known: ContextVariables = { 'context.requestId': randomUUID() },
  ): HandledCall => {
    const variables = { ...known, 'context.error.responseType': type };
    return { response: writeGatewayResponse(parts.api.responses, type, variables), variables };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<HandledCall> => {
    const body = await readLimitedBody(request, MAX_BODY_BYTES);
    if (!response.closed) {
      pending += 1;
      response.once('close', () => {
        pending -= 1;
        closeWhenDone();
      });
    }
    const call = incomingCall(request, body ?? Buffer.alloc(0), Date.now());
    return body === undefined ? reject('REQUEST_TOO_LARGE', callVariables(call)) : handle(call);
  };

  /** Closes idle connections and incomplete calls, which would keep a stopping server open. */
  const closeWhenDone = () => {
    if (stopping && pending === 0) server.closeAllConnections();
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!options.health().ready) return answerStarting(response);
    if (answerPage(request, response, options.pages)) return;
    if (await options.objects?.(request, response)) return;
    const started = performance.now();
    const handled = await answer(request, response);
    // A keep-alive connection would keep a stopping server open.
    if (stopping) response.shouldKeepAlive = false;
    response.writeHead(
      handled.response.status,
      handled.response.headers as Record<string, string | string[]>,
    );
    response.end(handled.response.body);
    const format = parts.api.accessLogFormat;
    if (format !== undefined) options.onAccess(accessLine(format, handled, performance.now() - started));
  };

  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 60_000 },
    (request, response) => {
      serve(request, response).catch((error: unknown) => {
        // The caller disconnected, or the local host has a bug: the service continues.
        if (!response.headersSent && !response.destroyed) {
          const { status, headers, body } = reject('DEFAULT_5XX').response;
          response.writeHead(status, headers as Record<string, string>).end(body);
        }
        if (!request.aborted)
          options.onAccess(
            JSON.stringify({ level: 'error', code: 'LOCAL_HOST_FAULT', error: String(error) }),
          );
      });
    },
  );
  // Node would reject an unknown Expect header; API Gateway ignores that header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const type = error.code === 'HPE_HEADER_OVERFLOW' ? 'REQUEST_TOO_LARGE' : 'BAD_REQUEST_PARAMETERS';
    const { status, headers, body } = reject(type).response;
    const lines = Object.entries({
      ...headers,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    });
    socket.end(
      `HTTP/1.1 ${status} Rejected\r\n${lines.map(([n, v]) => `${n}: ${v}`).join('\r\n')}\r\n\r\n${body}`,
    );
  });

  const port = await listen(server, options.port);
  return {
    port,
    reload: (next) => {
      parts = next;
      handle = createCallHandler(next);
    },
    stop: () =>
      new Promise((resolve) => {
        stopping = true;
        server.close(() => resolve());
        closeWhenDone();
      }),
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'in use' : `not available (${error.code})`;
      reject(
        new LocalSetupError(
          `Port ${port} is ${reason}. Choose another: PORT=3100 npm start, or PORT=0 for a free one.`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Answers a request for a page. @returns whether it was one. */
function answerPage(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  pages: Pages | undefined,
): boolean {
  const page = pages?.(method, url.split('?')[0] ?? '/', headers['if-none-match']);
  if (page === undefined) return false;
  response.writeHead(page.status, { ...page.headers, 'Content-Length': page.body.length });
  response.end(method === 'HEAD' ? undefined : page.body);
  return true;
}

function answerStarting(response: ServerResponse): void {
  response.writeHead(503, {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
  });
  response.end(JSON.stringify({ status: 'starting' }));
}

function accessLine(format: string, { response, variables }: HandledCall, milliseconds: number): string {
  const all: ContextVariables = {
    ...variables,
    'context.status': String(response.status),
    'context.responseLatency': milliseconds.toFixed(0),
    'context.responseLength': String(Buffer.byteLength(response.body)),
  };
  // Access logs contain a dash for a missing value.
  return substitute(format, all, '-');
}
