import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorFormat } from './error-format.ts';
import { type Refusal, refusalBody, refusalStatus } from './rejection.ts';

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
export function refusalResponse(
  errorFormat: ErrorFormat,
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  const body = JSON.stringify(refusalBody(errorFormat, refusal));
  return jsonResponse(refusalStatus(refusal), body, requestId, headers);
}
