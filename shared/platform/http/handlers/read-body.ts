import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Rejection } from '../rejection.ts';

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
