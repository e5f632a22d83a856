import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One attempt of a request, numbered from 1 by the SDK. */
export interface Sending {
  /** "UpdateItem", "TransactWriteItems", ... */
  readonly operation: string;
  readonly attempt: number;
}

/**
 * The fault of an attempt: the request is lost; it is applied and the connection breaks; it is applied and no response
 * arrives, so that the client times out; a transaction is cancelled because of a conflict with another one.
 */
export type WireFault = 'lost' | 'applied-then-broken' | 'applied-then-silent' | 'conflict' | undefined;

export interface LossyDynamoDb {
  readonly endpoint: string;
  /** Sets the function that decides each later attempt. */
  disturb(fault: (sending: Sending) => WireFault): void;
  stop(): Promise<void>;
}

/** A connection to DynamoDB that loses requests and responses as configured. */
export async function startLossyDynamoDb(engine: string): Promise<LossyDynamoDb> {
  let faultOf: (sending: Sending) => WireFault = () => undefined;
  const server = createServer((incoming, outgoing) => {
    const fault = faultOf(sendingOf(incoming));
    if (fault === 'lost') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'conflict') {
      cancel(incoming, outgoing);
      return;
    }
    pass(engine, incoming, outgoing, fault);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disturb: (fault) => {
      faultOf = fault;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendingOf({ headers }: IncomingMessage): Sending {
  const [, operation = ''] = String(headers['x-amz-target']).split('.');
  const [, attempt = '1'] = /attempt=(\d+)/.exec(String(headers['amz-sdk-request'])) ?? [];
  return { operation, attempt: Number(attempt) };
}

/** The response of DynamoDB to a transaction that conflicts with another one; DynamoDB Local never returns it. */
function cancel(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  incoming.on('end', () => {
    outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(
      JSON.stringify({
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        message:
          'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      }),
    );
  });
}

function pass(engine: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: WireFault): void {
  const forwarded = request(engine, {
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  });
  forwarded.on('error', () => incoming.socket.destroy());
  forwarded.on('response', (answer) => {
    if (fault === undefined) {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    answer.resume();
    if (fault === 'applied-then-broken') answer.on('end', () => incoming.socket.destroy());
  });
  incoming.pipe(forwarded);
}
