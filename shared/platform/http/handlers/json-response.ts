import type { APIGatewayProxyResult } from 'aws-lambda';
import * as v from 'valibot';
import { countMetric, log } from '../../logging/log.ts';
import * as LOG from '../../logging/log-messages.ts';
import { type ErrorFormat, type Rejection, rejectionBody, rejectionStatus } from '../rejection.ts';
import type { ErrorPages } from '../text-answer.ts';

type Headers = Readonly<Record<string, string>>;

/** Response of a proxy integration of API Gateway. */
export function textResponse(
  statusCode: number,
  contentType: string,
  body: string,
  requestId: string,
  headers: Headers = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
    body,
  };
}

/** Response of a proxy integration of API Gateway. `body` is JSON text. */
export const jsonResponse = (
  statusCode: number,
  body: string,
  requestId: string,
  headers: Headers = {},
): APIGatewayProxyResult => textResponse(statusCode, 'application/json', body, requestId, headers);

export function rejectionResponse(
  errorFormat: ErrorFormat | ErrorPages,
  rejection: Rejection,
  requestId: string,
  headers: Headers = {},
): APIGatewayProxyResult {
  const status = rejectionStatus(rejection);
  const retryAfter =
    rejection.kind === 'rate-limited' ? { 'Retry-After': String(rejection.retryAfter) } : undefined;
  if (typeof errorFormat === 'string') {
    const body = JSON.stringify(rejectionBody(errorFormat, rejection));
    return jsonResponse(status, body, requestId, { ...headers, ...retryAfter });
  }
  return textResponse(status, errorFormat.contentType, errorFormat.write(rejection.kind), requestId, {
    ...errorFormat.headers,
    ...headers,
    ...retryAfter,
  });
}

class ResponseMismatchError extends Error {
  override readonly name = 'ResponseMismatchError';
}

/**
 * Checks a 200 body against the schema of its operation. A mismatch is logged and counted, and the response is sent.
 * @throws ResponseMismatchError if the variable RESPONSE_MISMATCH is `reject` (tests, local host); its message contains paths and types, never values.
 */
export function checkResponse(schema: v.GenericSchema, body: unknown): void {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return;
  const differences = parsed.issues.map(
    (issue) => `${v.getDotPath(issue) ?? '(body)'}: expected ${issue.expected}`,
  );
  if (process.env.RESPONSE_MISMATCH === 'reject') throw new ResponseMismatchError(differences.join('; '));
  log(LOG.responseMismatch, { differences });
  countMetric('ResponseMismatch');
}
