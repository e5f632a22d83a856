import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export interface StdioBridge {
  /** Address of the MCP server: https://api.example.com/mcp. */
  readonly url: URL;
  readonly apiKey: string;
  readonly input?: Readable;
  readonly output?: Writable;
  /** Receives problems that no response can report. */
  readonly notify: (line: string) => void;
  /** Resolves when the user ends the command. */
  readonly interrupted: Promise<void>;
}

type RequestId = string | number;

const idOf = (message: JSONRPCMessage): RequestId | undefined =>
  'method' in message && 'id' in message ? message.id : undefined;

/** The request that a message cancels. */
const cancelledBy = (message: JSONRPCMessage): RequestId | undefined =>
  'method' in message && message.method === 'notifications/cancelled'
    ? (message.params as { readonly requestId?: RequestId } | undefined)?.requestId
    : undefined;

/** The protocol version of the answer to `initialize`; later requests carry it as a header. */
const negotiatedVersion = (message: JSONRPCMessage): string | undefined => {
  const { protocolVersion } = ('result' in message ? message.result : {}) as { protocolVersion?: unknown };
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
};

/**
 * Forwards the messages of a client on standard input to the MCP server of the API, and its responses to standard output.
 * The tools are those of the server, and their calls count there. Resolves when the client has closed standard input and
 * all calls are answered.
 */
export async function bridgeStdio({
  url,
  apiKey,
  input = process.stdin,
  output = process.stdout,
  notify,
  interrupted,
}: StdioBridge): Promise<void> {
  const local = new StdioServerTransport(input, output);
  const remote = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { 'x-api-key': apiKey } },
  });
  const running = new Map<RequestId, AbortController>();
  const ended = Promise.withResolvers<void>();
  const forwarded = new Set<Promise<void>>();
  // The transport rejects messages after the end of standard input. It handles errors of the output, also after its end.
  const write = (message: JSONRPCMessage): void => void output.write(`${JSON.stringify(message)}\n`);

  const forward = async (message: JSONRPCMessage): Promise<void> => {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) {
      // The server has no sessions, so only the end of the request cancels it.
      running.get(cancelled)?.abort();
      return;
    }
    const id = idOf(message);
    const abort = new AbortController();
    if (id !== undefined) running.set(id, abort);
    try {
      await remote.send(message, { requestSignal: abort.signal });
    } catch (error) {
      if (abort.signal.aborted) return;
      const text = error instanceof Error ? error.message : String(error);
      if (id === undefined) notify(text);
      else write({ jsonrpc: '2.0', id, error: { code: -32_000, message: text } });
    } finally {
      if (id !== undefined) running.delete(id);
    }
  };

  local.onmessage = (message) => {
    // The server answers with JSON: its answer is written when `forward` resolves.
    const sent = forward(message).finally(() => forwarded.delete(sent));
    forwarded.add(sent);
  };
  local.onclose = () => void Promise.all(forwarded).then(() => ended.resolve());
  local.onerror = (error) => notify(error.message);
  remote.onmessage = (message) => {
    const version = negotiatedVersion(message);
    if (version !== undefined) remote.setProtocolVersion(version);
    write(message);
  };
  await remote.start();
  await local.start();
  try {
    await Promise.race([ended.promise, interrupted]);
  } finally {
    await Promise.all([remote.close(), local.close()]);
    // Calls that the end of the command cancelled are answered with an error.
    await Promise.all(forwarded);
  }
}
