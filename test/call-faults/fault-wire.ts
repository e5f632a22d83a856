import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallAttempt, readAttempt, type ServiceName, tableNames } from './call-site.ts';
import type { FaultKind } from './fault-kinds.ts';

/** Longer than the timeouts of the clients of DynamoDB, SQS, KMS and Systems Manager (1 to 3 s). */
const SLOW_MS = 3_300;

export interface FaultWire {
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface FaultWireOptions {
  readonly service: ServiceName;
  /** Endpoint of the engine, read with each call. */
  readonly engine: () => string;
  /** Names of tables by their names in AWS. */
  readonly tables: () => ReadonlyMap<string, string>;
  /** Called with each attempt, in order of arrival. */
  readonly faultOf: (attempt: CallAttempt) => FaultKind | undefined;
}

/** A connection between functions and an engine, which can inject a fault into each attempt of a call. */
export async function startFaultWire(options: FaultWireOptions): Promise<FaultWire> {
  const { service, engine, tables, faultOf } = options;
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { headers, url = '/' } = incoming;
    const attempt = readAttempt(service, headers, url, body.toString(), tables());
    const kind = faultOf(attempt);
    if (kind === 'lost') {
      incoming.socket.destroy();
      return;
    }
    if (kind === 'throttled' || kind === 'failed' || kind === 'conflict') {
      reject(outgoing, service, kind);
      return;
    }
    const address = engine();
    const sent = { ...headers, host: new URL(address).host };
    const passed = request(
      address,
      { agent, method: incoming.method, path: url, headers: sent },
      (answer) => void respond(answer, { incoming, outgoing, kind, service, requested: body.toString() }),
    );
    passed.on('error', () => incoming.socket.destroy());
    passed.end(body);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly kind: FaultKind | undefined;
  readonly service: ServiceName;
  readonly requested: string;
}

/** Sends the response of the engine, changed as the fault says. */
async function respond(answer: IncomingMessage, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, kind, service, requested } = exchange;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  if (kind === 'applied') {
    incoming.socket.destroy();
    return;
  }
  if (kind === 'slow') await pause(SLOW_MS);
  if (kind === 'empty' || kind === 'unexpected') {
    outgoing.writeHead(200, { 'content-type': contentType(service) });
    outgoing.end(kind === 'empty' ? emptyBody(service) : unexpectedBody(service, requested));
    return;
  }
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  outgoing.end(Buffer.concat(chunks));
}

const contentType = (service: ServiceName) =>
  service === 's3' ? 'application/xml' : `application/x-amz-json-${service === 'kms' ? '1.1' : '1.0'}`;

const emptyBody = (service: ServiceName) => (service === 's3' ? '' : '{}');

/** A body with other members than the caller expects. Clients ignore the members of other operations. */
function unexpectedBody(service: ServiceName, requested: string): string {
  if (service === 's3') return 'unexpected';
  if (service !== 'dynamodb') return JSON.stringify({ unexpected: 'yes' });
  const item = { unexpected: { S: 'yes' } };
  const tables = tableNames(requested);
  return JSON.stringify({
    Item: item,
    Items: [item],
    Count: 1,
    ScannedCount: 1,
    Attributes: item,
    Responses: Object.fromEntries(tables.map((table) => [table, [item]])),
  });
}

type Rejection = 'throttled' | 'failed' | 'conflict';

const CODES: Readonly<Record<Exclude<ServiceName, 's3'>, Readonly<Record<'throttled' | 'failed', string>>>> =
  {
    dynamodb: { throttled: 'ProvisionedThroughputExceededException', failed: 'InternalServerError' },
    sqs: { throttled: 'RequestThrottled', failed: 'InternalError' },
    kms: { throttled: 'ThrottlingException', failed: 'KMSInternalException' },
    ssm: { throttled: 'ThrottlingException', failed: 'InternalServerError' },
  };

function reject(outgoing: ServerResponse, service: ServiceName, kind: Rejection): void {
  if (service === 's3') {
    const code = kind === 'throttled' ? 'SlowDown' : 'InternalError';
    outgoing.writeHead(kind === 'throttled' ? 503 : 500, { 'content-type': contentType(service) });
    outgoing.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
    return;
  }
  const conflict = {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  };
  outgoing.writeHead(kind === 'failed' ? 500 : 400, { 'content-type': contentType(service) });
  outgoing.end(
    JSON.stringify(
      kind === 'conflict' ? conflict : { __type: `com.amazonaws#${CODES[service][kind]}`, message: kind },
    ),
  );
}
