import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { LocalService } from '../../support/local-service.ts';
import type { Answer } from '../../support/service-under-test.ts';

/** Versions of the protocol: the newest before 2026, which opens a session, and the one without sessions. */
export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The official client with the options of a protocol. */
const newClient = (protocol: Protocol): Client =>
  new Client(
    { name: 'pricing-desk', version: '1' },
    protocol === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
  );

/** The official client over HTTP. */
export async function connectHttp(service: LocalService, key: string, protocol: Protocol): Promise<Client> {
  const client = newClient(protocol);
  const requestInit = { headers: { 'x-api-key': key } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
  return client;
}

export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** Structured content. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any tool
  readonly content: any;
}

/** Calls a tool. */
export async function callTool(client: Client, name: string, args: object = {}): Promise<ToolResult> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  const [first] = content as { text?: string }[];
  return { isError: isError === true, text: first?.text ?? '', content: structuredContent };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A message of the protocol before 2026. */
export const message = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** A call of a tool, as a message of the protocol before 2026. */
export const toolMessage = (name: string, args: object, id: unknown = 1) =>
  message('tools/call', { name, arguments: args }, id);

/** A message of the protocol of 2026 with its headers. */
export const modernCall = (method: string, params: Readonly<Record<string, unknown>> = {}) => ({
  body: { ...message(method), params: { ...params, _meta: META } },
  headers: {
    ...JSON_HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
  },
});

/** Sends one message without a client. */
export const post = (
  service: LocalService,
  key: string | undefined,
  body: unknown,
  headers: Readonly<Record<string, string>> = JSON_HEADERS,
): Promise<Answer> => service.call('POST', '/mcp', { ...(key === undefined ? {} : { key }), body, headers });
