import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { FieldError } from './invalid-parameters.ts';
import type { Refusal } from './refusal.ts';

/** Largest body an operation reads, in bytes (design: bodies over 1 MB answer 400). */
export const MAX_BODY_BYTES = 1_000_000;

export const BODY_TOO_LARGE: Refusal = {
  kind: 'invalid',
  message: 'The request body is larger than 1 MB. Send less in one call.',
  details: bodyFault('must be at most 1 MB'),
};
export const BODY_MISSING: Refusal = {
  kind: 'invalid',
  message: 'The request body is empty. Send JSON.',
  details: bodyFault('is required'),
};
export const BODY_MALFORMED: Refusal = {
  kind: 'invalid',
  message: 'The request body is not valid JSON.',
  details: bodyFault('must be valid JSON'),
};

function bodyFault(message: string): { readonly errors: readonly FieldError[] } {
  return { errors: [{ field: 'body', message }] };
}

/** Bodies are JSON whatever the Content-Type says: refusing by header would turn away working callers. */
export function parseJsonBody(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const { before } = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: (request) => {
      // Only a body that may be left out comes this far empty.
      if (!isEmpty(request.event)) return before?.(request);
      Object.assign(request.event, { body: undefined });
    },
  };
}

const isEmpty = ({ body }: APIGatewayProxyEvent): boolean => (body ?? '').trim() === '';

/** A refusal of a body by its size or absence, before it is parsed; undefined when it may be. */
export function refuseUnreadableBody(
  event: APIGatewayProxyEvent,
  hasBody: boolean | 'optional',
): Refusal | undefined {
  if (hasBody === false) return undefined;
  if (isEmpty(event)) return hasBody === 'optional' ? undefined : BODY_MISSING;
  const { body, isBase64Encoded } = event;
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return bytes > MAX_BODY_BYTES ? BODY_TOO_LARGE : undefined;
}

/** Whether `error` is the body parser's word that the body is no JSON that may be read. */
export function isMalformedBody(error: unknown): boolean {
  const { statusCode, cause } = Object(error) as { statusCode?: unknown; cause?: { package?: unknown } };
  return statusCode === 422 && cause?.package === '@middy/http-json-body-parser';
}
