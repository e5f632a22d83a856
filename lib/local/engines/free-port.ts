import { type AddressInfo, createServer } from 'node:net';

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  return (await listenOnce(0)) ?? freePort();
}

/** A random free port from `lowest` to `highest`; undefined if all are in use. */
export async function freePortBetween(lowest: number, highest: number): Promise<number | undefined> {
  const span = highest - lowest + 1;
  const first = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const port = await listenOnce(lowest + ((first + step) % span));
    if (port !== undefined) return port;
  }
  return undefined;
}

/** Opens and closes a port (0: chosen by the system) and returns it; undefined if it is in use. */
async function listenOnce(wanted: number): Promise<number | undefined> {
  const server = createServer();
  const port = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  if (port !== undefined) await new Promise((resolve) => server.close(resolve));
  return port;
}
