import type { ApiRequest } from '../api-request.ts';
import type { Outcome } from '../outcome.ts';
import type { ErrorFormat } from '../rejection.ts';
import type { ErrorPages, TextAnswer } from '../text-answer.ts';
import { createCallHandler, type ProxyHandler } from './call-handler.ts';
import { textOutcomeResponse } from './json-response.ts';
import {
  callerContext,
  readPublicRequest,
  readRequest,
  rejectRepeatedQuery,
  rejectUnreadableBody,
} from './read-request.ts';

/**
 * Creates the Lambda handler of an operation that answers a text, and reads a body if its definition has one. Errors are
 * JSON in the error format of the path.
 */
export const createTextHandler = (
  { errorFormat, body }: { readonly errorFormat: ErrorFormat; readonly body?: object },
  { run }: { readonly run: (request: ApiRequest) => Promise<Outcome<TextAnswer>> },
): ProxyHandler =>
  createCallHandler({
    errorFormat,
    parsesBody: body !== undefined,
    rejectUnread: (event) => rejectRepeatedQuery(event) ?? (body && rejectUnreadableBody(event, false)),
    answer: async (event) => {
      const request = readRequest(event, callerContext(event), body !== undefined);
      return textOutcomeResponse(errorFormat, await run(request), request.requestId);
    },
  });

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
