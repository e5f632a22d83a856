import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { EXPOSED_HEADERS } from './exposed-headers.ts';

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
