import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { WrittenResponse } from './gateway-response.ts';

type Headers = Record<string, string | readonly string[]>;

export interface ProxyResponse extends Omit<WrittenResponse, 'body' | 'headers'> {
  readonly headers: Readonly<Headers>;
  readonly body: Buffer;
}

/** All members are optional, and API Gateway rejects other members. */
const MEMBERS = ['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded'];

/**
 * Converts a function result to a response; undefined if it is not a valid proxy result.
 * @param binary whether the caller accepts a binary type of the API; if not, base64 is returned as text.
 */
export function readProxyResult(payload: unknown, binary: boolean): ProxyResponse | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  if (Object.keys(payload).some((name) => !MEMBERS.includes(name))) return undefined;
  const {
    statusCode = 200,
    headers,
    multiValueHeaders,
    body,
    isBase64Encoded,
  } = payload as Record<string, unknown>;
  const status = typeof statusCode === 'string' ? Number(statusCode) : statusCode;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  if ([headers, multiValueHeaders].some((named) => typeof (named ?? {}) !== 'object')) return undefined;
  const merged = mergeHeaders(headers, multiValueHeaders);
  if (merged === undefined) return undefined;
  return {
    status,
    headers: merged,
    body: Buffer.from(body ?? '', isBase64Encoded === true && binary ? 'base64' : 'utf8'),
  };
}

/** Headers that the gateway sets itself: those of a function are renamed, so that callers still get them. */
const GATEWAY_HEADERS = /^(connection|content-length|date|server)$/i;
/** Hop-by-hop headers, which the gateway does not forward. */
const CONNECTION_HEADERS = /^(keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Merges both kinds of headers, multi-value headers first; undefined if one is not a valid HTTP header. */
function mergeHeaders(single: unknown, multiple: unknown): Headers | undefined {
  const lists = Object.entries(Object(multiple));
  const entries = [
    ...lists,
    ...Object.entries(Object(single)).map(([name, value]) => [name, [value]] as const),
  ];
  const merged = new Map<string, { readonly name: string; readonly values: readonly string[] }>();
  for (const [sent, values] of entries) {
    if (!Array.isArray(values) || !values.every(isHeaderValue)) return undefined;
    const texts = values.map(String);
    if (!isHeader(sent, texts)) return undefined;
    if (CONNECTION_HEADERS.test(sent)) continue;
    const name = GATEWAY_HEADERS.test(sent) ? `x-amzn-Remapped-${sent}` : sent;
    const present = merged.get(name.toLowerCase()) ?? { name, values: [] };
    const added = texts.filter((text) => !present.values.includes(text));
    merged.set(name.toLowerCase(), { ...present, values: [...present.values, ...added] });
  }
  const named = [...merged.values()].map(({ name, values: [only = '', ...more] }) => [
    name,
    more.length === 0 ? only : [only, ...more],
  ]);
  return {
    ...(merged.has('content-type') ? {} : { 'Content-Type': 'application/json' }),
    ...Object.fromEntries(named),
  };
}

const isHeaderValue = (value: unknown): boolean => typeof value === 'string' || typeof value === 'boolean';

function isHeader(name: string, values: readonly string[]): boolean {
  try {
    validateHeaderName(name);
    for (const value of values) validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
