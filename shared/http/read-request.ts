import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiRequest, Caller } from './api-request.ts';

/** Drops what API Gateway leaves undefined, and empty query strings, which count as absent. */
function present(values: Readonly<Record<string, string | undefined>> | null): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

/** The last value of each query parameter: engines differ in which one `queryStringParameters` holds. */
function lastValues(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  const { queryStringParameters, multiValueQueryStringParameters } = event;
  const last = Object.entries(multiValueQueryStringParameters ?? {}).map(([name, values]) => [
    name,
    values?.at(-1),
  ]);
  return { ...queryStringParameters, ...Object.fromEntries(last) };
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
    query: present(lastValues(event)),
    body: hasBody ? (event.body as unknown) : undefined,
    headers: lowerCaseNames(present(event.headers)),
  };
}
