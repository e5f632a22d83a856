import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import {
  createCallHandler,
  type GatewayParts,
  type GatewayResponseType,
  gatewayCall,
  substitute,
  writeGatewayResponse,
} from './handle-call.ts';
import type { SignedRequests } from './signed-requests.ts';
import type { Pages } from './static-pages.ts';

/** Request size limit of API Gateway. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Limit of API Gateway for the total size of headers. */
const MAX_HEADER_BYTES = 10_240;

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
export async function startGatewayServer(options: GatewayServerOptions) {
  const { port, isReady, pages, objects, onLog } = options;
  let { parts } = options;
  let handle = createCallHandler(parts);
  let stopping = false;
  /** Completely received calls without a response. */
  let pending = 0;

  /** Closes idle connections and incomplete calls, which would keep a stopping server open. */
  const closeWhenDone = () => {
    if (stopping && pending === 0) server.closeAllConnections();
  };

  const respond = (request: IncomingMessage, response: ServerResponse, body: Buffer | undefined) => {
    if (response.closed) throw new Error('the caller disconnected');
    pending += 1;
    response.once('close', () => {
      pending -= 1;
      closeWhenDone();
    });
    const call = gatewayCall(request, body ?? Buffer.alloc(0));
    const tooLarge = () => writeGatewayResponse(parts.api.responses, 'REQUEST_TOO_LARGE', call.variables);
    return { call, answer: body === undefined ? tooLarge() : handle(call) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isReady()) {
      response.writeHead(503, { 'Content-Type': 'application/json', 'X-Request-Id': randomUUID() });
      response.end(JSON.stringify({ status: 'starting' }));
      return;
    }
    if (pages(request, response) || (await objects(request, response))) return;
    const started = performance.now();
    const { call, answer } = respond(request, response, await readBody(request));
    const { status, headers, body } = await answer;
    // A keep-alive connection would keep a stopping server open.
    if (stopping) response.shouldKeepAlive = false;
    response.writeHead(status, headers).end(body);
    const variables = {
      ...call.variables,
      'context.status': String(status),
      'context.responseLatency': (performance.now() - started).toFixed(0),
      'context.responseLength': String(Buffer.byteLength(body)),
    };
    // Access logs contain a dash for a missing value.
    onLog(substitute(parts.api.accessLogFormat, variables, '-'));
  };

  /** A response to what is no call. */
  const rejection = (type: GatewayResponseType) =>
    writeGatewayResponse(parts.api.responses, type, { 'context.requestId': randomUUID() });

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // The caller disconnected, or the local host has a bug: the service continues.
      if (response.closed) return;
      const { status, headers, body } = rejection('DEFAULT_5XX');
      if (!response.headersSent) response.writeHead(status, headers).end(body);
      onLog(JSON.stringify({ level: 'error', code: 'LOCAL_HOST_FAULT', error: String(error) }));
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const { status, headers, body } = rejection(isTooLarge ? 'REQUEST_TOO_LARGE' : 'BAD_REQUEST_PARAMETERS');
    const sent = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    socket.end(`${[`HTTP/1.1 ${status} Rejected`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  });
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  await listening.catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'in use' : `not available (${code})`;
    throw new LocalSetupError(
      `Port ${port} is ${reason}. Choose another: PORT=3100 npm start, or PORT=0 for a free one.`,
    );
  });

  return {
    port: (server.address() as AddressInfo).port,
    /** Uses the API and functions of another template from now on. */
    reload: (next: GatewayParts): void => {
      parts = next;
      handle = createCallHandler(next);
    },
    /** Answers the calls that were completely received, then closes. */
    stop: () =>
      new Promise<void>((resolve) => {
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
