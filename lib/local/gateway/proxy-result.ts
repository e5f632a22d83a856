import type { WrittenResponse } from './gateway-response.ts';

export interface ProxyResponse extends Omit<WrittenResponse, 'body' | 'headers'> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** A function's answer as a response; undefined when it is no valid answer of a proxy integration. */
export function readProxyResult(payload: unknown): ProxyResponse | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = payload as Record<
    string,
    unknown
  >;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const merged: Record<string, string | readonly string[]> = { 'Content-Type': 'application/json' };
  for (const [name, value] of Object.entries(Object(headers))) setHeader(merged, name, String(value));
  for (const [name, values] of Object.entries(Object(multiValueHeaders)))
    setHeader(merged, name, values as string[]);
  return {
    status,
    headers: merged,
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** Sets a header whatever the case it is in already. */
function setHeader(
  headers: Record<string, string | readonly string[]>,
  name: string,
  value: string | string[],
): void {
  const present = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
  if (present !== undefined) delete headers[present];
  headers[name] = value;
}
