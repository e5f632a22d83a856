import { createServer } from 'node:net';

/** A port of this machine's loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('the system gave no port');
  return port;
}

/** One from `lowest` to `highest`, by chance; undefined where all are taken. */
export async function freePortBetween(lowest: number, highest: number): Promise<number | undefined> {
  const span = highest - lowest + 1;
  const first = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const port = await listenOnce(lowest + ((first + step) % span));
    if (port !== undefined) return port;
  }
  return undefined;
}

/** The port that was listened on, the system's choice for 0; undefined where somebody else does. */
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
