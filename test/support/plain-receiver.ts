import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainReceiver {
  readonly url: string;
  /** Bodies as they came, oldest first. */
  readonly received: readonly unknown[];
  /** Statuses of the next answers; 200 afterwards. */
  answerNext(...statuses: number[]): void;
  stop(): Promise<void>;
}

/** A receiver of webhooks on this machine's loopback, which remembers what it was sent. */
export async function startPlainReceiver(): Promise<PlainReceiver> {
  const received: unknown[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(JSON.parse(body));
    response.statusCode = statuses.shift() ?? 200;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerNext: (...next) => {
      statuses.push(...next);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
