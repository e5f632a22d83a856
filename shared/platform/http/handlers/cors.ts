import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** Response headers that browser pages may read (Access-Control-Expose-Headers). */
export const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Usage-Limit',
  'X-Usage-Remaining',
  'X-Usage-Reset',
  'X-Usage-Used',
] as const;

/**
 * Adds CORS headers for allowed origins to a response.
 * @param allowed origins separated by spaces, as in the variable ALLOWED_ORIGINS; empty: no origin.
 */
export function allowOrigin(
  allowed: string,
  event: APIGatewayProxyEvent,
  answer: APIGatewayProxyResult,
): APIGatewayProxyResult {
  if (allowed === '') return answer;
  const sent = Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  const permission =
    sent !== undefined && allowed.split(' ').includes(sent)
      ? {
          'Access-Control-Allow-Origin': sent,
          'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
        }
      : {};
  return { ...answer, headers: { ...answer.headers, Vary: 'Origin', ...permission } };
}
