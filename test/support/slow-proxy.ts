import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface SlowProxy {
  readonly endpoint: string;
  /** Sets the delay of each later request. */
  delayBy(milliseconds: number): void;
  stop(): Promise<void>;
}

/** A local proxy for an HTTP server that can delay requests. */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  let delay = 0;
  const server = createServer((incoming, outgoing) => {
    const pass = () => {
      const { method, url = '/', headers } = incoming;
      const onward = request(new URL(url, target), { method, headers }, (answer) => {
        // The caller has closed the connection.
        if (outgoing.destroyed) {
          answer.destroy();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, outgoing, () => {});
      });
      onward.on('error', () => outgoing.destroy());
      pipeline(incoming, onward, () => {});
    };
    setTimeout(pass, delay).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    delayBy: (milliseconds) => {
      delay = milliseconds;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
