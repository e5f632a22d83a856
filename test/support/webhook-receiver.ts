import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request at the receiver. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** As text: the signed bytes are UTF-8. */
  readonly body: string;
  /** Arrival and end of the connection, ms since 1970. */
  readonly at: number;
  over?: number;
}

/** The answer of a receiver: a status after a delay, or a function. */
export type Reply =
  | {
      readonly status: number;
      readonly afterMs?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | ((response: ServerResponse) => void);

export interface WebhookReceiver {
  /** http://127.0.0.1:PORT, without a path. */
  readonly url: string;
  /** All requests, oldest first. */
  readonly arrivals: readonly Arrival[];
  /** Requests to a path. */
  readonly on: (path: string) => readonly Arrival[];
  /** Sets the answer of a path, by the number of earlier requests of the same delivery. */
  answer(path: string, reply: (nth: number, arrival: Arrival) => Reply): void;
  stop(): Promise<void>;
}

/** Starts a webhook receiver on loopback. It answers 200, or as a test sets it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = [];
  const replies = new Map<string, (nth: number, arrival: Arrival) => Reply>();
  const seen = new Map<string, number>();

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    const at = Date.now();
    const chunks: Buffer[] = [];
    let arrival: Arrival | undefined;
    response.on('close', () => {
      if (arrival !== undefined) arrival.over = Date.now();
    });
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      const { method = '', headers } = incoming;
      arrival = { method, path, headers, body: Buffer.concat(chunks).toString(), at };
      arrivals.push(arrival);
      const delivery = String(headers['x-delivery-id']);
      const nth = seen.get(delivery) ?? 0;
      seen.set(delivery, nth + 1);
      const reply = replies.get(path)?.(nth, arrival) ?? { status: 200 };
      if (typeof reply === 'function') {
        reply(response);
        return;
      }
      setTimeout(() => {
        response.writeHead(reply.status, reply.headers);
        response.end(reply.body ?? '');
      }, reply.afterMs ?? 0);
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    on: (path) => arrivals.filter((arrival) => arrival.path === path),
    answer: (path, reply) => void replies.set(path, reply),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
