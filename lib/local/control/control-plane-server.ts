import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ClockMoveError } from '../clock.ts';
import { type ControlCall, type ControlledParts, OPERATIONS } from './control-operations.ts';
import { ControlPlaneError, type GatewayRegistry } from './gateway-registry.ts';

export interface ControlPlaneServer {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the control plane on a free loopback port, separate from the API, so that callers cannot reach it. */
export async function startControlPlane(
  registry: GatewayRegistry,
  parts: ControlledParts = {},
): Promise<ControlPlaneServer> {
  const server = createServer((request, response) => void answer({ registry, ...parts }, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  controlled: Pick<ControlCall, 'registry'> & ControlledParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    rejectBrowsers(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = readJson(Buffer.concat(chunks).toString());
    for (const [method, path, operation] of OPERATIONS) {
      const match = method === request.method ? path.exec(pathname) : null;
      if (match === null) continue;
      const [status, answered, headers] = await operation({
        ...controlled,
        ids: match.slice(1),
        query: searchParams,
        target: String(request.headers['x-amz-target']),
        invocationType: request.headers['x-amz-invocation-type']?.toString(),
        body,
      });
      send(response, status, answered, headers);
      return;
    }
    throw new ControlPlaneError(
      404,
      'NotFoundException',
      `${request.method} ${pathname} is not an operation of the local control plane`,
    );
  } catch (error) {
    const { status, type, message } = toControlPlaneError(error);
    response.setHeader('x-amzn-errortype', type);
    send(response, status, { __type: type, message });
  }
}

/**
 * Rejects requests of web pages. DNS rebinding shows as a foreign name in Host, and a page of another origin sends Origin.
 * @throws ControlPlaneError
 */
function rejectBrowsers({ headers, socket }: IncomingMessage): void {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  if (headers.origin === undefined && hosts.includes(headers.host?.toLowerCase() ?? '')) return;
  throw new ControlPlaneError(
    403,
    'ForbiddenException',
    `Web pages cannot call this address; programs use ${hosts[0]}`,
  );
}

function toControlPlaneError(error: unknown): ControlPlaneError {
  if (error instanceof ControlPlaneError) return error;
  if (error instanceof ClockMoveError) {
    return new ControlPlaneError(400, 'BadRequestException', error.message);
  }
  // The SDK retries after status 500.
  return new ControlPlaneError(
    500,
    'InternalFailure',
    error instanceof Error ? error.message : String(error),
  );
}

function readJson(text: string): Record<string, unknown> {
  try {
    return Object(text === '' ? {} : JSON.parse(text));
  } catch {
    throw new ControlPlaneError(400, 'BadRequestException', 'The body is not JSON');
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
