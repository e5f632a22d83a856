import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as v from 'valibot';
import { ContendedWriteError } from '../dynamodb/contended-write-error.ts';
import { describeError, log } from '../logging/log.ts';
import { inLogContext, type LogContext } from '../logging/log-context.ts';
import * as LOG from '../logging/log-messages.ts';
import type { ApiRequest } from './api-request.ts';
import { type CallerContext, callerContextSchema } from './caller-context.ts';
import { allowOrigin } from './cors.ts';
import type { ErrorFormat } from './error-format.ts';
import { jsonResponse, rejectionResponse } from './json-response.ts';
import type { Answer } from './outcome.ts';
import { BODY_MALFORMED, isMalformedBody, parseJsonBody, rejectUnreadableBody } from './read-body.ts';
import { readRequest, rejectRepeatedQuery } from './read-request.ts';
import { CONTENDED, INTERNAL_ERROR } from './rejection.ts';
import { checkResponse, type ResponseMismatch } from './response-check.ts';

/** Time reserved before Lambda's timeout, so that the caller still gets a 500 in the error format of the path. */
const ANSWER_BEFORE_TIMEOUT_MS = 500;

/** The parts of an API operation that differ between endpoints. */
export interface ApiOperation<Body> {
  readonly errorFormat: ErrorFormat;
  /** `optional`: the body may be absent and is then undefined. */
  readonly hasBody: boolean | 'optional';
  /** Schema of the 200 body. */
  readonly response: v.GenericSchema<unknown, Body>;
  readonly responseMismatch: ResponseMismatch;
  readonly run: (request: ApiRequest) => Promise<Answer<Body>> | Answer<Body>;
}

class CallerContextError extends Error {
  override readonly name = 'CallerContextError';
}

function callerContext(event: APIGatewayProxyEvent): CallerContext {
  const parsed = v.safeParse(callerContextSchema, event.requestContext.authorizer);
  if (!parsed.success) throw new CallerContextError(v.summarize(parsed.issues));
  return parsed.output;
}

/**
 * Creates the Lambda handler of an API operation. It checks authorization, query and body in this order, runs the
 * operation, checks its response against the schema, and writes every error in the error format of the path.
 */
export function createApiHandler<Body>(
  operation: ApiOperation<Body>,
): (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult> {
  const { errorFormat, hasBody } = operation;

  const answer = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { orgId, mode } = callerContext(event);
    const request = readRequest(event, { orgId, mode }, hasBody !== false);
    const outcome = await operation.run(request);
    if (!outcome.ok)
      return rejectionResponse(errorFormat, outcome.rejection, request.requestId, outcome.headers);
    if ('replayed' in outcome) {
      const headers = { ...outcome.headers, 'Idempotency-Replayed': 'true' };
      return jsonResponse(200, outcome.replayed, request.requestId, headers);
    }
    checkResponse(operation.response, outcome.body, operation.responseMismatch);
    return jsonResponse(200, JSON.stringify(outcome.body), request.requestId, outcome.headers);
  };

  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: ANSWER_BEFORE_TIMEOUT_MS,
  })
    .before(({ event }) => {
      const { rejection, rejectionStatus } = callerContext(event);
      if (rejection !== undefined && rejectionStatus !== undefined) {
        return jsonResponse(Number(rejectionStatus), rejection, event.requestContext.requestId);
      }
      const unreadable = rejectRepeatedQuery(event) ?? rejectUnreadableBody(event, hasBody);
      return unreadable && rejectionResponse(errorFormat, unreadable, event.requestContext.requestId);
    })
    .onError((request) => {
      const { requestId } = request.event.requestContext;
      if (isMalformedBody(request.error)) {
        request.response = rejectionResponse(errorFormat, BODY_MALFORMED, requestId);
        return;
      }
      if (request.error instanceof ContendedWriteError) {
        log(LOG.writeContended, describeError(request.error));
        const { callerMessage: message = CONTENDED.message } = request.error;
        request.response = rejectionResponse(errorFormat, { ...CONTENDED, message }, requestId);
        return;
      }
      const message = failureMessage(request.error);
      log(message, describeError(request.error));
      request.response = rejectionResponse(errorFormat, INTERNAL_ERROR, requestId);
    });
  if (hasBody !== false) handler.use(parseJsonBody());
  const answered = handler.handler(answer);
  const { ALLOWED_ORIGINS = '' } = process.env;
  return (event, context) =>
    inLogContext(contextOf(event), async () =>
      allowOrigin(ALLOWED_ORIGINS, event, await answered(event, context)),
    );
}

/** Log context of a call, also if the authorizer's context is missing. */
function contextOf({ requestContext: { requestId, authorizer } }: APIGatewayProxyEvent): LogContext {
  const { orgId, mode }: { orgId?: unknown; mode?: unknown } = authorizer ?? {};
  return {
    requestId,
    ...(typeof orgId === 'string' ? { orgId } : {}),
    ...(typeof mode === 'string' ? { mode } : {}),
  };
}

function failureMessage(error: unknown) {
  if (error instanceof CallerContextError) return LOG.contextMissing;
  if (error instanceof Error && error.name === 'TimeoutError' && 'cause' in error) return LOG.callTimedOut;
  return LOG.callFailed;
}
