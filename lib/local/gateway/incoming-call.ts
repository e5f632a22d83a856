import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Values = Readonly<Record<string, string>>;
type MultiValues = Readonly<Record<string, readonly string[]>>;

/** An HTTP request as API Gateway reads it, before it is routed. */
export interface IncomingCall {
  readonly requestId: string;
  readonly extendedRequestId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly method: string;
  /** As sent, without the query, and with one slash where it begins with several. */
  readonly rawPath: string;
  /** Names in the case they were sent in; the last value of a repeated one. */
  readonly headers: Values;
  readonly multiValueHeaders: MultiValues;
  readonly query: Values | null;
  readonly multiValueQuery: MultiValues | null;
  readonly sourceIp: string;
  readonly userAgent: string | null;
  readonly protocol: string;
  readonly body: Buffer;
}

/** The call of a request whose body was read. `now`: milliseconds since 1970. */
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

/** The value of a header whatever the case of its name. */
export function headerOf({ headers }: IncomingCall, lowerCaseName: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];
}

/** Headers of the connection to the gateway, which API Gateway keeps from functions. */
const NOT_PASSED_ON =
  /^(connection|content-length|content-md5|expect|max-forwards|proxy-authenticate|server|te|transfer-encoding|trailer|upgrade|www-authenticate)$/i;

/** Values by name; a name in another case is the same header, under the case it came in first. */
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
  // Not assigned one by one: a header may be called constructor.
  return Object.fromEntries(grouped);
}

/** Decoded values by decoded name, null without any; bytes that are no UTF-8 become replacement characters. */
function groupQuery(query: string): MultiValues | null {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  // Not assigned one by one: a parameter may be called __proto__.
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, parameters.getAll(name)]));
}

function lastValues(values: MultiValues): Values {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));
}
