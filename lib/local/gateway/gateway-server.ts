import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import type { Pages } from '../pages/static-pages.ts';
import { gatewayCall } from './gateway-call.ts';
import {
  callVariables,
  createCallHandler,
  type GatewayParts,
  type GatewayResponseType,
  type HandledCall,
  substitute,
  writeGatewayResponse,
} from './handle-call.ts';
import type { SignedRequests } from './signed-requests.ts';

/** Request size limit of API Gateway. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Limit of API Gateway for the total size of headers. */
const MAX_HEADER_BYTES = 10_240;

export interface GatewayServer {
  readonly port: number;
  /** Uses the API and functions of another template from now on. */
  reload(parts: GatewayParts): void;
  /** Answers the calls that were completely received, then closes. */
  stop(): Promise<void>;
}

export interface GatewayServerOptions {
  readonly port: number;
  readonly parts: GatewayParts;
  readonly isReady: () => boolean;
  /** Pages of the service, which are not part of the API. */
  readonly pages: Pages;
  /** Objects with signed addresses, which are not part of the API. */
  readonly objects: SignedRequests;
  readonly onLog: (line: string) => void;
}

/** Starts a local API Gateway on loopback. @throws LocalSetupError if the port is in use or not allowed. */
export async function startGatewayServer(options: GatewayServerOptions): Promise<GatewayServer> {
  const { isReady, pages, objects, onLog } = options;
  let { parts } = options;
  let handle = createCallHandler(parts);
  let stopping = false;
  /** Completely received calls without a response. */
  let pending = 0;

  /** Closes idle connections and incomplete calls, which would keep a stopping server open. */
  const closeWhenDone = () => {
    if (stopping && pending === 0) server.closeAllConnections();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<HandledCall> => {
    const body = await readBody(request);
    if (response.closed) throw new Error('the caller disconnected');
    pending += 1;
    response.once('close', () => {
      pending -= 1;
      closeWhenDone();
    });
    const call = gatewayCall(request, body ?? Buffer.alloc(0));
    if (body !== undefined) return handle(call);
    const variables = callVariables(call);
    return { variables, response: writeGatewayResponse(parts.api.responses, 'REQUEST_TOO_LARGE', variables) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isReady()) {
      response.writeHead(503, { 'Content-Type': 'application/json', 'X-Request-Id': randomUUID() });
      response.end(JSON.stringify({ status: 'starting' }));
      return;
    }
    if (answerPage(request, response, pages) || (await objects(request, response))) return;
    const started = performance.now();
    const handled = await answer(request, response);
    // A keep-alive connection would keep a stopping server open.
    if (stopping) response.shouldKeepAlive = false;
    const { status, headers, body } = handled.response;
    response.writeHead(status, headers as Record<string, string | string[]>).end(body);
    onLog(accessLine(parts.api.accessLogFormat, handled, performance.now() - started));
  };

  /** A response to what is no call. */
  const rejection = (type: GatewayResponseType) =>
    writeGatewayResponse(parts.api.responses, type, { 'context.requestId': randomUUID() });

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // The caller disconnected, or the local host has a bug: the service continues.
      if (response.closed) return;
      const { status, headers, body } = rejection('DEFAULT_5XX');
      if (!response.headersSent) response.writeHead(status, headers as Record<string, string>).end(body);
      onLog(JSON.stringify({ level: 'error', code: 'LOCAL_HOST_FAULT', error: String(error) }));
    });
  });
  // Node would reject an unknown Expect header; API Gateway ignores that header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const { status, headers, body } = rejection(isTooLarge ? 'REQUEST_TOO_LARGE' : 'BAD_REQUEST_PARAMETERS');
    const lines = Object.entries({
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    });
    const head = [`HTTP/1.1 ${status} Rejected`, ...lines.map(([name, value]) => `${name}: ${value}`)];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });

  return {
    port: await listen(server, options.port),
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

/** Reads the body; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest is read too: a sender that is still writing would not read the response.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  await listening.catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'in use' : `not available (${code})`;
    throw new LocalSetupError(
      `Port ${port} is ${reason}. Choose another: PORT=3100 npm start, or PORT=0 for a free one.`,
    );
  });
  return (server.address() as AddressInfo).port;
}

/** Answers a request for a page. @returns whether it was one. */
function answerPage(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  pages: Pages,
): boolean {
  const page = pages(method, url.split('?')[0] ?? '/', headers['if-none-match']);
  if (page === undefined) return false;
  response.writeHead(page.status, { ...page.headers, 'Content-Length': page.body.length });
  response.end(method === 'HEAD' ? undefined : page.body);
  return true;
}

function accessLine(format: string, { response, variables }: HandledCall, milliseconds: number): string {
  const all = {
    ...variables,
    'context.status': String(response.status),
    'context.responseLatency': milliseconds.toFixed(0),
    'context.responseLength': String(Buffer.byteLength(response.body)),
  };
  // Access logs contain a dash for a missing value.
  return substitute(format, all, '-');
}
