import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { EXPOSED_HEADERS } from './exposed-headers.ts';

/**
 * Lets pages of the allowed origins read an answer.
 * @param allowed origins with spaces between them, as the variable ALLOWED_ORIGINS has them; empty: no page may.
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
