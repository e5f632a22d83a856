import type { APIGatewayProxyResult } from 'aws-lambda';
import type * as v from 'valibot';
import type { ApiRequest } from '../api-request.ts';
import type { Outcome } from '../outcome.ts';
import { type ErrorFormat, errorFormatOf } from '../rejection.ts';
import type { ErrorPages, FileAnswer, TextAnswer } from '../text-answer.ts';
import { createCallHandler, type ProxyHandler } from './call-handler.ts';
import { checkResponse, jsonResponse, rejectionResponse, textResponse } from './json-response.ts';
import {
  callerContext,
  readPublicRequest,
  readRequest,
  rejectRepeatedQuery,
  rejectUnreadableBody,
} from './read-request.ts';

const CSV = 'text/csv; charset=utf-8; header=present';

/** What the handler of an operation that answers a text takes from its definition. */
interface TextOperation {
  readonly path: string;
  /** Without it, the operation reads no body. */
  readonly body?: object;
  /** With the schema of a JSON body: `json` if the operation is described as a file. */
  readonly response: {
    readonly schema: v.GenericSchema;
    readonly json?: { readonly schema: v.GenericSchema };
  };
}

/** Creates the Lambda handler of an operation that answers a text or a file. Errors are JSON in the error format of the path. */
export const createTextHandler = (
  { path, body, response }: TextOperation,
  run: (request: ApiRequest) => Promise<Outcome<TextAnswer | FileAnswer>>,
): ProxyHandler =>
  createCallHandler({
    errorFormat: errorFormatOf(path),
    parsesBody: body !== undefined,
    rejectUnread: (event) => rejectRepeatedQuery(event) ?? (body && rejectUnreadableBody(event, false)),
    answer: async (event) => {
      const request = readRequest(event, callerContext(event), body !== undefined);
      const outcome = await run(request);
      if (outcome.ok && 'json' in outcome.body) {
        checkResponse((response.json ?? response).schema, outcome.body.json);
      }
      return respond(errorFormatOf(path), outcome, request.requestId);
    },
  });

/** A call without an API key. */
type PublicRequest = Pick<ApiRequest, 'requestId' | 'path' | 'query' | 'headers'>;

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
      return respond(errorPages, await run(request), request.requestId);
    },
  });

function respond(
  errorFormat: ErrorFormat | ErrorPages,
  outcome: Outcome<TextAnswer | FileAnswer>,
  requestId: string,
): APIGatewayProxyResult {
  if (!outcome.ok) return rejectionResponse(errorFormat, outcome.rejection, requestId, outcome.headers);
  const { body, headers } = outcome;
  if ('text' in body) return textResponse(200, body.contentType, body.text, requestId, headers);
  if ('csv' in body) return textResponse(200, CSV, body.csv, requestId, headers);
  if ('json' in body) return jsonResponse(200, JSON.stringify(body.json), requestId, headers);
  return textResponse(303, CSV, '', requestId, { ...headers, Location: body.location });
}
