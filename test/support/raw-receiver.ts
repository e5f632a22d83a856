import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface RawReceiver {
  readonly port: number;
  /** Number of all connections, and of open ones. */
  readonly connections: { readonly made: number; readonly open: () => number };
  /** All bytes received, as text. */
  received(): string;
  stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and lets a test answer byte by byte.
 * @param onRequest called once for each connection, with its first bytes, or at once for `'connection'`
 */
export function startRawReceiver(
  onRequest: (socket: Socket) => void,
  { when = 'bytes', tls }: { readonly when?: 'bytes' | 'connection'; readonly tls?: TlsOptions } = {},
): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  const connections = { made: 0, open: () => sockets.size };
  let received = '';
  const serve = (socket: Socket) => {
    if (when === 'connection') onRequest(socket);
    else socket.once('data', () => onRequest(socket));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    // The sender must close connections, which is under test.
    socket.on('error', () => undefined);
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    connections.made += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        connections,
        received: () => received,
        stop: async () => {
          for (const socket of sockets) socket.destroy();
          await new Promise((done) => server.close(done));
        },
      });
    });
  });
}
