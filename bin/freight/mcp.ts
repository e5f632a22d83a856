import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Command } from 'commander';
import { example, httpUrl } from './arguments.ts';
import { CommandFailedError, UsageError } from './failures.ts';
import type { Session } from './session.ts';
import { NO_KEY } from './webhooks.ts';

/** `freight mcp`: connects an agent that starts a command with the MCP server of the API, by standard input and output. */
export function addMcpCommand(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('Serve the tools of the API to an agent on standard input and output')
    .option('--url <url>', 'base URL of the API (default: the local service)', httpUrl)
    .option(
      '--api-key <key>',
      'API key (default: FREIGHT_API_KEY, or the demo organization of the local service)',
    )
    .addHelpText('after', example('freight mcp --url https://api.example.com'))
    .action(async (options: { url?: URL; apiKey?: string }) => {
      let { url, apiKey = process.env.FREIGHT_API_KEY } = options;
      if (url === undefined) {
        await session.work(async ({ local }) => {
          if (local === undefined)
            throw new CommandFailedError('A deployment needs --url: the base URL of its API.');
          url = new URL(local.api.url);
          apiKey ??= (await local.api.demo())?.apiKey;
        });
      }
      if (url === undefined || apiKey === undefined) throw new UsageError(NO_KEY);
      // The base URL can have a path: the stage of a deployment.
      const address = new URL(`${url.pathname.replace(/\/$/, '')}/mcp`, url);
      const interrupted = session.interrupted();
      await bridgeStdio({ url: address, apiKey, notify: session.notify, interrupted });
    });
}

interface StdioBridge {
  /** Address of the MCP server: https://api.example.com/mcp. */
  readonly url: URL;
  readonly apiKey: string;
  readonly input?: Readable;
  readonly output?: Writable;
  readonly notify: (line: string) => void;
  readonly interrupted: Promise<void>;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number };
  readonly result?: { readonly protocolVersion?: unknown };
}

/**
 * Forwards the messages of a client on standard input to the MCP server of the API, and its responses to standard output.
 * Resolves when the client has closed standard input and all calls are answered.
 */
export async function bridgeStdio(bridge: StdioBridge): Promise<void> {
  const { url, apiKey, input = process.stdin, output = process.stdout, notify, interrupted } = bridge;
  // Loaded on demand: other commands do not need the MCP SDK.
  const [{ StreamableHTTPClientTransport }, { StdioServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const local = new StdioServerTransport(input, output);
  const remote = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { 'x-api-key': apiKey } },
  });
  const running = new Map<string | number, AbortController>();
  const ended = Promise.withResolvers<void>();
  const forwarded = new Set<Promise<void>>();
  // The transport rejects messages after the end of standard input. It handles errors of the output, also after its end.
  const write = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);

  const forward = async (message: JSONRPCMessage): Promise<void> => {
    const { id: given, method, params } = message as Message;
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) {
      // The server has no sessions, so only the end of the request cancels it.
      running.get(params.requestId)?.abort();
      return;
    }
    const id = method === undefined ? undefined : given;
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
    // The answer to `initialize` has the version that later requests carry as a header.
    const version = (message as Message).result?.protocolVersion;
    if (typeof version === 'string') remote.setProtocolVersion(version);
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
