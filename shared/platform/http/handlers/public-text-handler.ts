import type { ApiRequest } from '../api-request.ts';
import type { Outcome } from '../outcome.ts';
import type { ErrorPages, TextAnswer } from '../text-answer.ts';
import { createCallHandler, type ProxyHandler } from './call-handler.ts';
import { textOutcomeResponse } from './json-response.ts';
import { readPublicRequest, rejectRepeatedQuery } from './read-request.ts';

/** A call without an API key. */
export type PublicRequest = Pick<ApiRequest, 'requestId' | 'path' | 'query' | 'headers'>;

interface PublicTextOperation {
  readonly errorPages: ErrorPages;
  readonly run: (request: PublicRequest) => Promise<Outcome<TextAnswer>>;
}

/** Creates the Lambda handler of a path without authorizer that answers a text. Errors are pages. */
export const createPublicTextHandler = ({ errorPages, run }: PublicTextOperation): ProxyHandler =>
  createCallHandler({
    errorFormat: errorPages,
    isPublic: true,
    parsesBody: false,
    rejectUnread: rejectRepeatedQuery,
    answer: async (event) => {
      const request = readPublicRequest(event);
      return textOutcomeResponse(errorPages, await run(request), request.requestId);
    },
  });
