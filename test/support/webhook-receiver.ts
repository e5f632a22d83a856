import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body, as they were signed. */
  readonly body: Buffer;
  /** The body as text. */
  readonly text: string;
  /** When its headers were there: milliseconds since 1970. */
  readonly at: number;
  /** How many requests this path had before it. */
  readonly turn: number;
}

/** What a receiver does with one request. */
export type Reaction =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Milliseconds from the end of the request to the answer. */
      readonly after?: number;
    }
  /** Nothing, on an open connection, until the other side gives up. */
  | { readonly kind: 'silence' }
  /** Status and headers at once, then a byte of the body every so many milliseconds, without end. */
  | { readonly kind: 'drip'; readonly status: number; readonly everyMs: number }
  /** Breaks the connection by a TCP reset, before an answer or in the middle of one. */
  | { readonly kind: 'reset'; readonly when: 'before' | 'during' }
  /** A body as fast as it goes, without end. */
  | { readonly kind: 'endless' }
  /** Bytes that are no HTTP. */
  | { readonly kind: 'raw'; readonly bytes: string };

export const answer = (
  status: number,
  more: Omit<Extract<Reaction, { kind: 'answer' }>, 'kind' | 'status'> = {},
): Reaction => ({ kind: 'answer', status, ...more });

/** One reaction for all requests, one after the other (the last for all that follow), or by what came. */
export type Script = Reaction | readonly Reaction[] | ((request: ReceivedRequest) => Reaction);

export interface WebhookReceiver {
  readonly url: string;
  /** Everything that came, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: { readonly open: number; readonly peak: number; readonly made: number };
  /** What happens on a path from now on; its turns begin anew. Paths without a script answer 200. */
  script(path: string, script: Script): void;
  /** What came to a path. */
  on(path: string): readonly ReceivedRequest[];
  /** When a path has had so many requests in all, its first ones. */
  received(path: string, count: number): Promise<readonly ReceivedRequest[]>;
  /** Begins the peak of open connections anew. */
  forgetPeak(): void;
  stop(): Promise<void>;
}

/** A receiver of webhooks on this machine's loopback, which does what a test says and remembers what came. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  const turns = new Map<string, number>();
  const scripts = new Map<string, Script>();
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const connections = { open: 0, peak: 0, made: 0 };
  const on = (path: string) => requests.filter((request) => request.path === path);

  const server = createServer(async (incoming, outgoing) => {
    const at = Date.now();
    outgoing.on('error', () => undefined);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return; // It broke off before it was whole: nothing came.
    }
    const { method = '', url: path = '', headers, socket } = incoming;
    const turn = turns.get(path) ?? 0;
    turns.set(path, turn + 1);
    const body = Buffer.concat(chunks);
    const request = { method, path, headers, body, text: body.toString(), at, turn };
    requests.push(request);
    const reaction = reactionOf(scripts.get(path) ?? answer(200), request);
    for (const look of waiting) look();
    await react(reaction, outgoing, socket);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    connections.made += 1;
    connections.open += 1;
    connections.peak = Math.max(connections.peak, connections.open);
    // Whoever sends breaks off: that is often what is under test.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      connections.open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections,
    on,
    script: (path, script) => {
      scripts.set(path, script);
      turns.delete(path);
    },
    received: (path, count) =>
      new Promise((resolve) => {
        const look = () => {
          const found = on(path);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found.slice(0, count));
        };
        waiting.add(look);
        look();
      }),
    forgetPeak: () => {
      connections.peak = connections.open;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reactionOf(script: Script, request: ReceivedRequest): Reaction {
  if (typeof script === 'function') return script(request);
  if ('kind' in script) return script;
  return script[Math.min(request.turn, script.length - 1)] ?? answer(200);
}

async function react(reaction: Reaction, outgoing: ServerResponse, socket: Socket): Promise<void> {
  switch (reaction.kind) {
    case 'answer': {
      const { status, headers = {}, body = '', after = 0 } = reaction;
      if (after > 0) await wait(after);
      outgoing.writeHead(status, headers);
      outgoing.end(body);
      return;
    }
    case 'silence':
      return;
    case 'drip':
      outgoing.writeHead(reaction.status, { 'content-type': 'text/plain' });
      while (!socket.destroyed) {
        outgoing.write('.');
        await wait(reaction.everyMs);
      }
      return;
    case 'reset':
      if (reaction.when === 'during') {
        outgoing.writeHead(200, { 'content-length': '1000' });
        await new Promise<unknown>((resolve) => outgoing.write('the first of it', resolve));
      }
      socket.resetAndDestroy();
      return;
    case 'endless':
      outgoing.writeHead(200, { 'content-type': 'text/plain' });
      while (!socket.destroyed) {
        const room = outgoing.write('x'.repeat(65_536));
        if (!room) await Promise.race([drained(outgoing), closed(socket)]);
      }
      return;
    case 'raw':
      socket.end(reaction.bytes);
  }
}

const drained = (outgoing: ServerResponse) => new Promise((resolve) => outgoing.once('drain', resolve));
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
