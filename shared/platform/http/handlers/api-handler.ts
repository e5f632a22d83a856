import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as v from 'valibot';
import type { ApiRequest } from '../api-request.ts';
import { warnOfIgnoredFields } from '../ignored-fields.ts';
import type { Answer } from '../outcome.ts';
import type { ErrorFormat } from '../rejection.ts';
import { createCallHandler, type ProxyHandler } from './call-handler.ts';
import { checkResponse, jsonResponse, rejectionResponse } from './json-response.ts';
import { callerContext, readRequest, rejectRepeatedQuery, rejectUnreadableBody } from './read-request.ts';

/** What the handler of an operation takes from its definition. */
export interface ApiOperation<Body> {
  readonly errorFormat: ErrorFormat;
  /** Without it, the operation reads no body. An optional body may be absent and is then undefined. */
  readonly body?: {
    readonly schema: v.GenericSchema;
    readonly optional?: true;
    readonly ignored?: readonly string[];
  };
  /** With the schema of the 200 body. */
  readonly response: { readonly schema: v.GenericSchema<unknown, Body> };
}

/**
 * Creates the Lambda handler of an API operation. It checks authorization, query and body in this order, runs the
 * operation, checks its response against the schema, and writes every error in the error format of the path.
 */
export function createApiHandler<Body>(
  { errorFormat, body, response }: ApiOperation<Body>,
  run: (request: ApiRequest) => Promise<Answer<Body>> | Answer<Body>,
): ProxyHandler {
  const parsesBody = body !== undefined;

  const answer = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const request = readRequest(event, callerContext(event), parsesBody);
    const outcome = await run(request);
    if (!outcome.ok)
      return rejectionResponse(errorFormat, outcome.rejection, request.requestId, outcome.headers);
    const warn = body && warnOfIgnoredFields(body, request.body, response.schema);
    if ('replayed' in outcome) {
      const headers = { ...outcome.headers, 'Idempotency-Replayed': 'true' };
      const replayed = warn ? JSON.stringify(warn(JSON.parse(outcome.replayed))) : outcome.replayed;
      return jsonResponse(200, replayed, request.requestId, headers);
    }
    const answered = warn ? warn(outcome.body) : outcome.body;
    checkResponse(response.schema, answered);
    return jsonResponse(200, JSON.stringify(answered), request.requestId, outcome.headers);
  };

  return createCallHandler({
    errorFormat,
    parsesBody,
    rejectUnread: (event) =>
      rejectRepeatedQuery(event) ?? (body && rejectUnreadableBody(event, body.optional === true)),
    answer,
  });
}
