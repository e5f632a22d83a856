import type { WrittenResponse } from './gateway-response.ts';

type Headers = Record<string, string | readonly string[]>;

export interface ProxyResponse extends Omit<WrittenResponse, 'body' | 'headers'> {
  readonly headers: Readonly<Headers>;
  readonly body: Buffer;
}

/** Headers of the connection, which the gateway sets itself or does not forward. */
const CONNECTION_HEADERS =
  /^(connection|content-length|date|server|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Converts the result of a function to a response, multi-value headers first; undefined if it is none. */
export function readProxyResult(payload: unknown): ProxyResponse | undefined {
  const { statusCode, headers = {}, multiValueHeaders = {}, body } = Object(payload);
  if (!Number.isInteger(statusCode) || typeof (body ?? '') !== 'string') return undefined;
  const sent: Headers = Object.fromEntries(
    Object.entries<string | readonly string[]>({ ...headers, ...multiValueHeaders }).filter(
      ([name]) => !CONNECTION_HEADERS.test(name),
    ),
  );
  const hasType = Object.keys(sent).some((name) => name.toLowerCase() === 'content-type');
  return {
    status: statusCode,
    headers: { ...(hasType ? {} : { 'Content-Type': 'application/json' }), ...sent },
    body: Buffer.from(body ?? ''),
  };
}
