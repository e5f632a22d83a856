import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as v from 'valibot';
import type { ApiRequest } from '../api-request.ts';
import type { CsvAnswer } from '../csv-answer.ts';
import type { Outcome } from '../outcome.ts';
import type { ErrorFormat } from '../rejection.ts';
import { createCallHandler, type ProxyHandler } from './call-handler.ts';
import {
  checkResponse,
  jsonResponse,
  type ResponseMismatch,
  rejectionResponse,
  textResponse,
} from './json-response.ts';
import { callerContext, readRequest, rejectRepeatedQuery } from './read-request.ts';

const CSV = 'text/csv; charset=utf-8; header=present';

/** What the handler of an operation without a body that answers a CSV file takes from its definition. */
interface CsvOperation {
  readonly errorFormat: ErrorFormat;
  /** With the schema of a JSON body: `json` if the operation is described as a CSV file. */
  readonly response: {
    readonly schema: v.GenericSchema;
    readonly json?: { readonly schema: v.GenericSchema };
  };
}

/** What the handler runs. */
interface CsvRun {
  readonly responseMismatch: ResponseMismatch;
  readonly run: (request: ApiRequest) => Promise<Outcome<CsvAnswer>>;
}

/** Creates the Lambda handler of an operation that answers a CSV file, or where it is. Errors are JSON in the error format of the path. */
export function createCsvHandler(
  { errorFormat, response }: CsvOperation,
  { responseMismatch, run }: CsvRun,
): ProxyHandler {
  const { schema } = response.json ?? response;

  const answer = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const request = readRequest(event, callerContext(event), false);
    const outcome = await run(request);
    if (!outcome.ok)
      return rejectionResponse(errorFormat, outcome.rejection, request.requestId, outcome.headers);
    const { body, headers } = outcome;
    if ('csv' in body) return textResponse(200, CSV, body.csv, request.requestId, headers);
    if ('json' in body) {
      checkResponse(schema, body.json, responseMismatch);
      return jsonResponse(200, JSON.stringify(body.json), request.requestId, headers);
    }
    return textResponse(303, CSV, '', request.requestId, { ...headers, Location: body.location });
  };
  return createCallHandler({ errorFormat, parsesBody: false, rejectUnread: rejectRepeatedQuery, answer });
}
