import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Outcome } from '../outcome.ts';
import type { ErrorFormat } from '../rejection.ts';
import type { ErrorPages, TextAnswer } from '../text-answer.ts';
import { rejectionResponse, textResponse } from './json-response.ts';

/** The response of an operation that answers a text. */
export function textOutcomeResponse(
  errorFormat: ErrorFormat | ErrorPages,
  outcome: Outcome<TextAnswer>,
  requestId: string,
): APIGatewayProxyResult {
  if (!outcome.ok) return rejectionResponse(errorFormat, outcome.rejection, requestId, outcome.headers);
  const { contentType, text } = outcome.body;
  return textResponse(200, contentType, text, requestId, outcome.headers);
}
