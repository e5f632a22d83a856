import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Account } from '../account/account.ts';
import type { ApiRequest } from './api-request.ts';
import { showName } from './invalid-parameters.ts';
import type { Refusal } from './refusal.ts';

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

/**
 * A refusal of a query that names a parameter twice: which of the values holds would be a guess. An empty value is a
 * value here.
 */
export function refuseRepeatedQuery(event: APIGatewayProxyEvent): Refusal | undefined {
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
export function readRequest(event: APIGatewayProxyEvent, caller: Account, hasBody: boolean): ApiRequest {
  return {
    caller,
    requestId: event.requestContext.requestId,
    path: readPath(present(event.pathParameters)),
    query: present(event.queryStringParameters),
    body: hasBody ? (event.body as unknown) : undefined,
    headers: readHeaders(event),
  };
}
