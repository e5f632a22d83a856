import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Values = Readonly<Record<string, string>>;
type MultiValues = Readonly<Record<string, readonly string[]>>;

/** An HTTP request in the representation of API Gateway, before routing. */
export interface IncomingCall {
  readonly requestId: string;
  readonly extendedRequestId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly method: string;
  /** As sent, without the query; several leading slashes become one. */
  readonly rawPath: string;
  /** Names in the case that was sent; the last value of a repeated header. */
  readonly headers: Values;
  readonly multiValueHeaders: MultiValues;
  readonly query: Values | null;
  readonly multiValueQuery: MultiValues | null;
  readonly sourceIp: string;
  readonly userAgent: string | null;
  readonly protocol: string;
  readonly body: Buffer;
}

/** Creates a call from a request and its body. `now`: milliseconds since 1970. */
export function incomingCall(request: IncomingMessage, body: Buffer, now: number): IncomingCall {
  const [sentPath = '/', ...queryParts] = (request.url ?? '/').split('?');
  const multiValueHeaders = groupHeaders(request.rawHeaders);
  const multiValueQuery = groupQuery(queryParts.join('?'));
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(12).toString('base64'),
    receivedAt: now,
    method: request.method ?? 'GET',
    rawPath: sentPath.replace(/^\/+/, '/'),
    headers: lastValues(multiValueHeaders),
    multiValueHeaders,
    query: multiValueQuery && lastValues(multiValueQuery),
    multiValueQuery,
    sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    userAgent: request.headers['user-agent'] ?? null,
    protocol: `HTTP/${request.httpVersion}`,
    body,
  };
}

/** The value of a header; ignores the case of its name. */
export function headerOf({ headers }: IncomingCall, lowerCaseName: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];
}

/** Connection headers, which API Gateway does not pass to functions. */
const NOT_PASSED_ON =
  /^(connection|content-length|content-md5|expect|max-forwards|proxy-authenticate|server|te|transfer-encoding|trailer|upgrade|www-authenticate)$/i;

/** Values by name. Names that differ in case are one header, with the first spelling. */
function groupHeaders(rawHeaders: readonly string[]): MultiValues {
  const grouped = new Map<string, string[]>();
  const names = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (NOT_PASSED_ON.test(sent)) continue;
    const name = names.get(sent.toLowerCase()) ?? sent;
    names.set(sent.toLowerCase(), name);
    grouped.set(name, [...(grouped.get(name) ?? []), rawHeaders[index + 1] ?? '']);
  }
  // Object.fromEntries is safe for a header named constructor.
  return Object.fromEntries(grouped);
}

/** Decoded values by decoded name; null without parameters. Invalid UTF-8 becomes replacement characters. */
function groupQuery(query: string): MultiValues | null {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  // Object.fromEntries is safe for a parameter named __proto__.
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, parameters.getAll(name)]));
}

function lastValues(values: MultiValues): Values {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));
}
