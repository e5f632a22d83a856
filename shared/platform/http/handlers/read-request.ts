import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as v from 'valibot';
import { KEY_MODES } from '../../account/account.ts';
import type { ApiRequest } from '../api-request.ts';
import { showName } from '../invalid-parameters.ts';
import type { Rejection } from '../rejection.ts';

/**
 * The authorizer's context for the gateway and the functions. API Gateway converts every value to a string.
 * `rejection` is a complete error body. `rejectionStatus` is present if the function must respond with it.
 */
const callerContextSchema = v.object({
  orgId: v.pipe(v.string(), v.nonEmpty()),
  mode: v.picklist(KEY_MODES),
  /** Scopes of the key: in the event one text, separated by spaces. */
  scopes: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(' ').filter((scope) => scope !== '')),
  ),
  keyId: v.pipe(v.string(), v.nonEmpty()),
  rejection: v.optional(v.string()),
  rejectionStatus: v.optional(v.pipe(v.string(), v.regex(/^4\d\d$/))),
});

export type CallerContext = v.InferOutput<typeof callerContextSchema>;

export class CallerContextError extends Error {
  override readonly name = 'CallerContextError';
}

/** The caller from the authorizer. */
export function callerContext(event: APIGatewayProxyEvent): CallerContext {
  const parsed = v.safeParse(callerContextSchema, event.requestContext.authorizer);
  if (!parsed.success) throw new CallerContextError(v.summarize(parsed.issues));
  return parsed.output;
}

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

/** Maximum body size in bytes. */
const MAX_BODY_BYTES = 1_048_576;

const badBody = (message: string, fault: string): Rejection => ({
  kind: 'invalid',
  message,
  details: { errors: [{ field: 'body', message: fault }] },
});

const BODY_TOO_LARGE = badBody(
  'The request body is larger than 1 MB (1,048,576 bytes). Send less in one call.',
  'must be at most 1,048,576 bytes',
);
const BODY_MISSING = badBody('The request body is empty. Send JSON.', 'must be JSON');
export const BODY_MALFORMED = badBody('The request body is not valid JSON.', 'must be valid JSON');

const BODY_NOT_UTF8 = badBody(
  'The request body is not valid UTF-8. Send JSON in UTF-8.',
  'must be valid UTF-8, without the replacement character U+FFFD',
);

const BYTE_ORDER_MARK = '\uFEFF';
/** API Gateway and decoders put it in the place of bytes that are not UTF-8. */
export const REPLACEMENT = '\uFFFD';

/** The text of a body without a byte order mark, which some clients send although JSON does not permit it. */
function bodyText({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Parses bodies as JSON with any Content-Type, because many callers send the wrong header. */
export function parseJsonBody(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const { before } = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: (request) => {
      const text = bodyText(request.event);
      // Only an optional body can be empty here.
      const body = text.trim() === '' ? undefined : text;
      Object.assign(request.event, { body, isBase64Encoded: false });
      return body === undefined ? undefined : before?.(request);
    },
  };
}

/** Error of a body that is too large, not UTF-8 or missing, before it is parsed; undefined if the body is acceptable. */
export function rejectUnreadableBody(
  event: APIGatewayProxyEvent,
  isOptional: boolean,
): Rejection | undefined {
  const { body, isBase64Encoded } = event;
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > MAX_BODY_BYTES) return BODY_TOO_LARGE;
  const text = bodyText(event);
  if (text.includes(REPLACEMENT)) return BODY_NOT_UTF8;
  return text.trim() === '' && !isOptional ? BODY_MISSING : undefined;
}

/** Whether `error` is the body parser's error for invalid JSON. */
export function isMalformedBody(error: unknown): boolean {
  const { statusCode, cause } = Object(error) as { statusCode?: unknown; cause?: { package?: unknown } };
  return statusCode === 422 && cause?.package === '@middy/http-json-body-parser';
}
