import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Refusal } from './refusal.ts';

/** Largest body an operation reads, in bytes: 1 MB of 1,048,576 bytes. */
const MAX_BODY_BYTES = 1_048_576;

const badBody = (message: string, fault: string): Refusal => ({
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

const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a body without its byte order mark, which some clients write and JSON does not have. */
function bodyText({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Bodies are JSON whatever the Content-Type says: refusing by header would turn away working callers. */
export function parseJsonBody(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const { before } = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: (request) => {
      const text = bodyText(request.event);
      // Only a body that may be left out comes this far empty.
      const body = text.trim() === '' ? undefined : text;
      Object.assign(request.event, { body, isBase64Encoded: false });
      return body === undefined ? undefined : before?.(request);
    },
  };
}

/** A refusal of a body by its size or absence, before it is parsed; undefined when it may be. */
export function refuseUnreadableBody(
  event: APIGatewayProxyEvent,
  hasBody: boolean | 'optional',
): Refusal | undefined {
  if (hasBody === false) return undefined;
  const { body, isBase64Encoded } = event;
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > MAX_BODY_BYTES) return BODY_TOO_LARGE;
  return bodyText(event).trim() === '' && hasBody !== 'optional' ? BODY_MISSING : undefined;
}

/** Whether `error` is the body parser's word that the body is no JSON that may be read. */
export function isMalformedBody(error: unknown): boolean {
  const { statusCode, cause } = Object(error) as { statusCode?: unknown; cause?: { package?: unknown } };
  return statusCode === 422 && cause?.package === '@middy/http-json-body-parser';
}
