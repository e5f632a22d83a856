import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorFormat } from './error-format.ts';
import { type Refusal, refusalBody, refusalStatus } from './refusal.ts';

/** A response as API Gateway takes it from a proxy integration; `body` is JSON text. */
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

/** A refusal in the shape and with the status of its error format. */
export function refusalResponse(
  errorFormat: ErrorFormat,
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  const body = JSON.stringify(refusalBody(errorFormat, refusal));
  return jsonResponse(refusalStatus(refusal), body, requestId, headers);
}
