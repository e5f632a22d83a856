import type { ApiRequest } from '../api-request.ts';
import type { Outcome } from '../outcome.ts';
import type { ErrorFormat } from '../rejection.ts';
import type { TextAnswer } from '../text-answer.ts';
import { callerContext, createCallHandler, type ProxyHandler } from './call-handler.ts';
import { textOutcomeResponse } from './json-response.ts';
import { readRequest, rejectRepeatedQuery } from './read-request.ts';

/** Creates the Lambda handler of an operation that answers a text. Errors are JSON in the error format of the path. */
export const createTextHandler = (
  { errorFormat }: { readonly errorFormat: ErrorFormat },
  { run }: { readonly run: (request: ApiRequest) => Promise<Outcome<TextAnswer>> },
): ProxyHandler =>
  createCallHandler({
    errorFormat,
    parsesBody: false,
    rejectUnread: rejectRepeatedQuery,
    answer: async (event) => {
      const request = readRequest(event, callerContext(event), false);
      return textOutcomeResponse(errorFormat, await run(request), request.requestId);
    },
  });
