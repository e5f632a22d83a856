import { createServer } from 'node:net';

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('the system returned no port');
  return port;
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
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(wanted, '127.0.0.1', () => resolve(true));
  });
  if (!listens) return undefined;
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : undefined;
}
