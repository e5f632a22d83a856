import type { ApiRequest } from '../api-request.ts';
import type { Outcome } from '../outcome.ts';
import type { ErrorFormat } from '../rejection.ts';
import type { TextAnswer } from '../text-answer.ts';
import { callerContext, createCallHandler, type ProxyHandler } from './call-handler.ts';
import { textOutcomeResponse } from './json-response.ts';
import { rejectUnreadableBody } from './read-body.ts';
import { readRequest, rejectRepeatedQuery } from './read-request.ts';

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
