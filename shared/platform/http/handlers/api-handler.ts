import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as v from 'valibot';
import type { ApiRequest } from '../api-request.ts';
import { ignoredFieldsWarnings, showName } from '../invalid-parameters.ts';
import type { Answer } from '../outcome.ts';
import { errorFormatOf } from '../rejection.ts';
import { createCallHandler, type ProxyHandler } from './call-handler.ts';
import { checkResponse, jsonResponse, rejectionResponse } from './json-response.ts';
import { callerContext, readRequest, rejectRepeatedQuery, rejectUnreadableBody } from './read-request.ts';

/** What the handler of an operation takes from its definition. */
export interface ApiOperation<Body> {
  readonly path: string;
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
  { path, body, response }: ApiOperation<Body>,
  run: (request: ApiRequest) => Promise<Answer<Body>> | Answer<Body>,
): ProxyHandler {
  const parsesBody = body !== undefined;
  const errorFormat = errorFormatOf(path);

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

/** What schemas that have others show of them. */
type Inner = v.GenericSchema & {
  readonly pipe?: readonly v.GenericSchema[];
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
};

/** Paths of the fields of a body that its schema lacks, each once: `lanes[].weight`. Alternatives are not searched. */
function unknownFields(schema: Inner, value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { pipe = [], wrapped, item, entries } = schema;
  if (wrapped) unknownFields(wrapped, value, path, found);
  // A pipe of an object has its entries too; a pipe that begins with a check has them in a later part.
  if (!entries && !item)
    for (const part of pipe)
      if (part.kind === 'schema' && part !== pipe[0]) unknownFields(part, value, path, found);
  if (item && Array.isArray(value)) for (const one of value) unknownFields(item, one, `${path}[]`, found);
  if (!entries || Array.isArray(value) || schema.type === 'loose_object') return found;
  for (const [name, one] of Object.entries(value)) {
    const at = `${path}${path === '' ? '' : '.'}${showName(name)}`;
    if (Object.hasOwn(entries, name)) unknownFields(entries[name] as Inner, one, at, found);
    else found.add(at);
  }
  return found;
}

type AnswerObject = Readonly<Record<string, unknown>>;
const withWarnings = <Of extends AnswerObject>(of: Of, more: readonly string[]): Of => ({
  ...of,
  warnings: [...((of.warnings as readonly string[] | undefined) ?? []), ...more],
});

/**
 * Adds a warning that names what a body has and the operation does not know. It stands in `warnings` of the answer or of
 * its `data`, where the schema of the answer has them; for a list of lanes, in the analysis of each.
 * @returns undefined if there is nothing to add.
 */
function warnOfIgnoredFields(
  { schema, ignored = [] }: { readonly schema: v.GenericSchema; readonly ignored?: readonly string[] },
  body: unknown,
  response: v.GenericSchema,
): (<Body>(answer: Body) => Body) | undefined {
  if (Array.isArray(body)) {
    const { item = schema } = schema as Inner;
    const ofLanes = body.map((lane) => ignoredFieldsWarnings([...unknownFields(item, lane)]));
    if (ofLanes.every((warnings) => warnings.length === 0)) return undefined;
    return (answer) => {
      const { data } = answer as { readonly data: readonly { readonly analysis: AnswerObject }[] };
      const warned = data.map((lane, index) => ({
        ...lane,
        analysis: withWarnings(lane.analysis, ofLanes[index] ?? []),
      }));
      return { ...answer, data: warned };
    };
  }
  const names = [...unknownFields(schema, body)].filter((name) => !ignored.includes(name));
  if (names.length === 0) return undefined;
  const warnings = ignoredFieldsWarnings(names);
  const { entries = {} } = response as Inner;
  if (entries.warnings) return (answer) => withWarnings(answer as AnswerObject, warnings) as typeof answer;
  if (!(entries.data as Inner | undefined)?.entries?.warnings) return undefined;
  return (answer) => ({
    ...answer,
    data: withWarnings((answer as AnswerObject).data as AnswerObject, warnings),
  });
}
