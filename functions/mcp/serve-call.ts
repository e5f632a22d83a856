import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ApiRequest } from '../../shared/platform/http/api-request.ts';
import { REPLACEMENT } from '../../shared/platform/http/handlers/read-request.ts';

/** Maximum body size in bytes, as of all operations. */
const MAX_BODY_BYTES = 1_048_576;

/** Codes of JSON-RPC 2.0. -32000 is of servers: the transport rejected the message. */
const CODES = { parse: -32_700, invalid: -32_600, notFound: -32_601, rejected: -32_000 } as const;

type Body =
  | { readonly read: true; readonly message: unknown }
  | { readonly read: false; readonly status: number };

interface Served {
  readonly status: number;
  readonly body: string;
}

const rejected = (status: number, code: number, message: string, id: unknown = null): Served => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});

/** Headers that the transports read. */
const TRANSPORT_HEADERS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'];

/** Characters that a header of `fetch` cannot have become "?", which matches no name. */
const headersOf = (headers: ApiRequest['headers']): Headers =>
  new Headers(
    TRANSPORT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')]];
    }) as [string, string][],
  );

function readBody({ body, isBase64Encoded }: McpCall['event']): Body {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) return { read: false, status: 413 };
  const text = bytes.toString();
  // As in all operations: what was not UTF-8 would be stored as other characters.
  if (text.includes(REPLACEMENT)) return { read: false, status: 400 };
  try {
    return { read: true, message: JSON.parse(text) };
  } catch {
    return { read: false, status: 400 };
  }
}

const idOf = (message: unknown): unknown => Object(message).id ?? null;

/** The message as far as this server takes messages; an error for the others. */
function rejectMessage(message: unknown): Served | undefined {
  if (Array.isArray(message)) {
    // One call could hold thousands of tool calls, which the throttle would count as one.
    return rejected(400, CODES.invalid, 'Batches are not accepted. Send each message in a call of its own.');
  }
  if (Object(message).method === 'subscriptions/listen') {
    return rejected(
      404,
      CODES.notFound,
      'This server has no subscriptions: its tools and resources do not change.',
      idOf(message),
    );
  }
  return undefined;
}

/** The protocol of 2025 and earlier: each message is answered by a server and a transport of its own. */
async function serveLegacy(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

/** Characters that people do not see and language models read, and line separators other than line feeds. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu;

/** A value of JSON without invisible characters: texts of customers, and what errors of the SDK repeat. */
function visible(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(INVISIBLE, '');
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visible(one)]));
}

export interface McpCall {
  readonly event: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>;
  /** By lower-case name. */
  readonly headers: ApiRequest['headers'];
  /** Origins that browsers may call from. A call without the header Origin is not of a browser. */
  readonly allowedOrigins: readonly string[];
  /** Creates the server of the call. */
  readonly newServer: () => McpServer;
}

/**
 * Answers a POST of the Streamable HTTP transport without a session: 200 with JSON for a request, 202 for a notification.
 * @throws Error if the SDK failed.
 */
export async function serveCall({ event, headers, allowedOrigins, newServer }: McpCall): Promise<Served> {
  const { origin } = headers;
  if (origin !== undefined && !allowedOrigins.includes(origin)) {
    return rejected(403, CODES.rejected, 'The Origin is not allowed.');
  }
  const body = readBody(event);
  if (!body.read) {
    return body.status === 413
      ? rejected(413, CODES.rejected, 'The message is larger than 1 MB (1,048,576 bytes).')
      : rejected(400, CODES.parse, 'The message is not valid JSON in UTF-8.');
  }
  const { message } = body;
  const rejection = rejectMessage(message);
  if (rejection) return rejection;

  // The transports read only method, headers and the parsed message.
  const request = new Request('https://mcp.invalid/mcp', { method: 'POST', headers: headersOf(headers) });
  const response = (await isLegacyRequest(request, message))
    ? await serveLegacy(request, message, newServer())
    : await createMcpHandler(newServer, { legacy: 'reject' }).fetch(request, { parsedBody: message });
  const text = await response.text();
  if (response.status >= 500)
    throw new Error(`The MCP SDK answered ${response.status}: ${text.slice(0, 200)}`);
  return { status: response.status, body: text && JSON.stringify(visible(JSON.parse(text))) };
}

/** A response of API Gateway. One without a body has no content type. */
export function proxyResult(
  { status, body }: Served,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
    body,
  };
}
