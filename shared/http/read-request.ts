import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiRequest, Caller } from './api-request.ts';

/** Drops what API Gateway leaves undefined, and empty query strings, which count as absent. */
function present(values: Readonly<Record<string, string | undefined>> | null): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The operation's view of a proxy event whose body was parsed already. */
export function readRequest(event: APIGatewayProxyEvent, caller: Caller, hasBody: boolean): ApiRequest {
  return {
    caller,
    requestId: event.requestContext.requestId,
    path: present(event.pathParameters),
    query: present(event.queryStringParameters),
    body: hasBody ? (event.body as unknown) : undefined,
    headers: lowerCaseNames(present(event.headers)),
  };
}
