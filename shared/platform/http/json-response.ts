import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorFormat } from './error-format.ts';
import { type Rejection, rejectionBody, rejectionStatus } from './rejection.ts';

/** Response of a proxy integration of API Gateway. `body` is JSON text. */
export function jsonResponse(
  statusCode: number,
  body: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
    body,
  };
}

/** An error response with the body and status of an error format. */
export function rejectionResponse(
  errorFormat: ErrorFormat,
  rejection: Rejection,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  const body = JSON.stringify(rejectionBody(errorFormat, rejection));
  const retryAfter =
    rejection.kind === 'rate-limited' ? { 'Retry-After': String(rejection.retryAfter) } : undefined;
  return jsonResponse(rejectionStatus(rejection), body, requestId, { ...headers, ...retryAfter });
}
