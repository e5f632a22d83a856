import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiRequest, Caller } from './api-request.ts';

/** Drops what API Gateway leaves undefined, and empty query strings, which count as absent. */
function present(values: Readonly<Record<string, string | undefined>> | null): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

/** What an escaped text says; where the escapes are wrong, the text itself, which then names nothing. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** API Gateway hands path parameters over as the caller escaped them. */
const readPath = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, unescaped(value)]));

/** The last value of each query parameter: engines differ in which one `queryStringParameters` holds. */
function lastValues(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  const { queryStringParameters, multiValueQueryStringParameters } = event;
  const last = Object.entries(multiValueQueryStringParameters ?? {}).map(([name, values]) => [
    name,
    values?.at(-1),
  ]);
  return { ...queryStringParameters, ...Object.fromEntries(last) };
}

/** Names in lower case; the values of a repeated header joined, as HTTP has it; an empty header is there. */
function readHeaders({ headers, multiValueHeaders }: APIGatewayProxyEvent): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers ?? {})) read[name.toLowerCase()] = value;
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) {
    read[name.toLowerCase()] = values?.join(', ') ?? '';
  }
  return read;
}

/** The operation's view of a proxy event whose body was parsed already. */
export function readRequest(event: APIGatewayProxyEvent, caller: Caller, hasBody: boolean): ApiRequest {
  return {
    caller,
    requestId: event.requestContext.requestId,
    path: readPath(present(event.pathParameters)),
    query: present(lastValues(event)),
    body: hasBody ? (event.body as unknown) : undefined,
    headers: readHeaders(event),
  };
}
