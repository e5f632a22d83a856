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
  /** As sent, without the query. */
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
  const [rawPath = '/', ...queryParts] = (request.url ?? '/').split('?');
  const multiValueHeaders = groupHeaders(request.rawHeaders);
  const multiValueQuery = groupQuery(queryParts.join('?'));
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(12).toString('base64'),
    receivedAt: now,
    method: request.method ?? 'GET',
    rawPath,
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

/** Values by name; a name in another case is the same header, under the case it came in first. */
function groupHeaders(rawHeaders: readonly string[]): MultiValues {
  const grouped: Record<string, string[]> = {};
  const names = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const name = names.get(sent.toLowerCase()) ?? sent;
    names.set(sent.toLowerCase(), name);
    grouped[name] = [...(grouped[name] ?? []), rawHeaders[index + 1] ?? ''];
  }
  return grouped;
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
