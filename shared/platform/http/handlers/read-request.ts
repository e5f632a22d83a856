import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiRequest } from '../api-request.ts';
import { showName } from '../invalid-parameters.ts';
import type { Rejection } from '../rejection.ts';
import type { CallerContext } from './call-handler.ts';

/** Removes undefined and empty values. Empty query parameters count as absent. */
function withoutEmpty(values: Readonly<Record<string, string | undefined>> | null): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

/** Decodes percent-encoding. A text with invalid encoding is returned unchanged and then matches no resource. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** API Gateway passes path parameters percent-encoded. */
const readPath = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, unescaped(value)]));

/**
 * Error of a query with a repeated parameter, because the intended value would be ambiguous. Empty values count.
 */
export function rejectRepeatedQuery(event: APIGatewayProxyEvent): Rejection | undefined {
  const repeated = Object.entries(event.multiValueQueryStringParameters ?? {})
    .filter(([, values]) => (values?.length ?? 0) > 1)
    .map(([name]) => showName(name));
  if (repeated.length === 0) return undefined;
  return {
    kind: 'invalid',
    message: `Repeated query parameters: ${repeated.join(', ')}. Send each of them once.`,
    details: { errors: repeated.map((field) => ({ field, message: 'must be sent once' })) },
  };
}

/** Headers by lower-case name. Values of a repeated header are joined with a comma. Empty headers are included. */
function readHeaders({ headers, multiValueHeaders }: APIGatewayProxyEvent): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers ?? {})) read[name.toLowerCase()] = value;
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) {
    read[name.toLowerCase()] = values?.join(', ') ?? '';
  }
  return read;
}

/** Converts a proxy event to the request of a call without an API key. */
export const readPublicRequest = (
  event: APIGatewayProxyEvent,
): Pick<ApiRequest, 'requestId' | 'path' | 'query' | 'headers'> => ({
  requestId: event.requestContext.requestId,
  path: readPath(withoutEmpty(event.pathParameters)),
  query: withoutEmpty(event.queryStringParameters),
  headers: readHeaders(event),
});

/** Converts a proxy event with a parsed body to the request of an operation. */
export function readRequest(
  event: APIGatewayProxyEvent,
  { orgId, mode, keyId, scopes }: CallerContext,
  hasBody: boolean,
): ApiRequest {
  const request = readPublicRequest(event);
  return {
    ...request,
    caller: { orgId, mode, keyId, requestId: request.requestId },
    scopes,
    body: hasBody ? (event.body as unknown) : undefined,
  };
}
