import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses of this machine except 127.0.0.1. A server on 127.0.0.1 does not listen on 127.0.0.2, which is also loopback. */
const OTHERS = [
  '127.0.0.2',
  ...Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
    .filter((address) => address !== '127.0.0.1' && !address.includes('%')),
];

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });

/** Addresses of this machine except 127.0.0.1 on which the port of `url` accepts connections. */
export async function otherAddressesThatAnswer(url: string): Promise<string[]> {
  const port = Number(new URL(url).port);
  const answered = await Promise.all(OTHERS.map(async (host) => ((await answers(host, port)) ? [host] : [])));
  return answered.flat();
}
