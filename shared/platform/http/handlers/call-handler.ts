import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { ContendedWriteError } from '../../dynamodb/contended-write-error.ts';
import { describeError, inLogContext, type LogContext, log } from '../../logging/log.ts';
import * as LOG from '../../logging/log-messages.ts';
import { CONTENDED, type ErrorFormat, INTERNAL_ERROR, type Rejection } from '../rejection.ts';
import type { ErrorPages } from '../text-answer.ts';
import { allowOrigin } from './cors.ts';
import { jsonResponse, rejectionResponse } from './json-response.ts';
import {
  BODY_MALFORMED,
  type CallerContext,
  CallerContextError,
  callerContext,
  isMalformedBody,
  parseJsonBody,
} from './read-request.ts';

/** Time reserved before Lambda's timeout, so that the caller still gets a 500 in the error format of the path. */
const ANSWER_BEFORE_TIMEOUT_MS = 500;

export type ProxyHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

interface CallParts {
  readonly errorFormat: ErrorFormat | ErrorPages;
  /** Whether the path has no authorizer. */
  readonly isPublic?: boolean;
  /** Whether the body is parsed as JSON before `answer`. */
  readonly parsesBody: boolean;
  /** Error of a call from its query or its unread body; undefined if the call continues. */
  readonly rejectUnread: (event: APIGatewayProxyEvent) => Rejection | undefined;
  readonly answer: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;
}

/**
 * Creates the Lambda handler of a call behind the authorizer, or of a public path. It answers calls that the authorizer rejected, checks query
 * and body, and answers every error in the error format of the path.
 */
export function createCallHandler({
  errorFormat,
  isPublic = false,
  parsesBody,
  rejectUnread,
  answer,
}: CallParts): ProxyHandler {
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: ANSWER_BEFORE_TIMEOUT_MS,
  })
    .before(({ event }) => {
      const { rejection, rejectionStatus }: Partial<CallerContext> = isPublic ? {} : callerContext(event);
      if (rejection !== undefined && rejectionStatus !== undefined) {
        return jsonResponse(Number(rejectionStatus), rejection, event.requestContext.requestId);
      }
      const unreadable = rejectUnread(event);
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
  if (parsesBody) handler.use(parseJsonBody());
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
