import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as v from 'valibot';
import type { ApiRequest } from '../api-request.ts';
import type { CsvAnswer } from '../csv-answer.ts';
import type { ErrorFormat } from '../error-format.ts';
import type { Outcome } from '../outcome.ts';
import { callerContext, createCallHandler, type ProxyHandler } from './call-handler.ts';
import { jsonResponse, rejectionResponse, textResponse } from './json-response.ts';
import { readRequest, rejectRepeatedQuery } from './read-request.ts';
import { checkResponse, type ResponseMismatch } from './response-check.ts';

const CSV = 'text/csv; charset=utf-8; header=present';

/** The parts of an operation without a body that answers a CSV file. */
export interface CsvOperation {
  readonly errorFormat: ErrorFormat;
  /** Schema of a JSON body that the operation can answer instead. */
  readonly json: v.GenericSchema;
  readonly responseMismatch: ResponseMismatch;
  readonly run: (request: ApiRequest) => Promise<Outcome<CsvAnswer>>;
}

/** Creates the Lambda handler of an operation that answers a CSV file, or where it is. Errors are JSON in the error format of the path. */
export function createCsvHandler(operation: CsvOperation): ProxyHandler {
  const { errorFormat, run } = operation;

  const answer = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const request = readRequest(event, callerContext(event), false);
    const outcome = await run(request);
    if (!outcome.ok)
      return rejectionResponse(errorFormat, outcome.rejection, request.requestId, outcome.headers);
    const { body, headers } = outcome;
    if ('csv' in body) return textResponse(200, CSV, body.csv, request.requestId, headers);
    if ('json' in body) {
      checkResponse(operation.json, body.json, operation.responseMismatch);
      return jsonResponse(200, JSON.stringify(body.json), request.requestId, headers);
    }
    return textResponse(303, CSV, '', request.requestId, { ...headers, Location: body.location });
  };
  return createCallHandler({ errorFormat, parsesBody: false, rejectUnread: rejectRepeatedQuery, answer });
}
