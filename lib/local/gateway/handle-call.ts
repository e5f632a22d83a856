import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Functions } from '../lambda/functions.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../template/local-names.ts';
import type { ApiModel, RouteModel } from '../template/service-model.ts';
import type { Throttle } from './gateway-keys.ts';

type Values = Readonly<Record<string, string>>;
type MultiValues = Readonly<Record<string, readonly string[]>>;

/** An HTTP request in the representation of API Gateway, before routing. */
export interface GatewayCall {
  readonly method: string;
  /** As sent, without the query; several leading slashes become one. */
  readonly rawPath: string;
  /** By lower-case name. */
  readonly headers: MultiValues;
  readonly query: MultiValues | null;
  readonly body: Buffer;
  readonly variables: ContextVariables;
}

/** Variables of templates: `context.requestId`, `context.authorizer.NAME`, ... without the dollar sign. */
type ContextVariables = Record<string, string | undefined>;

/** Creates a call from a request and its body. */
export function gatewayCall(request: IncomingMessage, body: Buffer): GatewayCall {
  const { method = 'GET', url = '/', headersDistinct, socket } = request;
  const [path = '/', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  const named = [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]);
  return {
    method,
    rawPath: path.replace(/^\/+/, '/'),
    headers: headersDistinct as MultiValues,
    // Object.fromEntries is safe for a parameter named __proto__.
    query: named.length === 0 ? null : Object.fromEntries(named),
    body,
    variables: {
      'context.requestId': randomUUID(),
      'context.requestTimeEpoch': String(Date.now()),
      'context.identity.sourceIp': socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
      'context.httpMethod': method,
    },
  };
}

/** A call with its route. */
interface RoutedCall {
  readonly call: GatewayCall;
  readonly route: RouteModel;
  readonly pathParameters: Values | null;
}

const lastValues = (values: MultiValues): Values =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

const eventOf = ({ call, route, pathParameters }: RoutedCall) => ({
  resource: route.resourcePath,
  path: call.rawPath,
  httpMethod: call.method,
  headers: lastValues(call.headers),
  multiValueHeaders: call.headers,
  queryStringParameters: call.query && lastValues(call.query),
  multiValueQueryStringParameters: call.query,
  pathParameters,
  requestContext: {
    requestId: call.variables['context.requestId'],
    resourcePath: route.resourcePath,
    httpMethod: call.method,
    identity: { sourceIp: call.variables['context.identity.sourceIp'] },
  },
});

/** The event of a REQUEST authorizer. */
function authorizerEvent({ id, stageName }: ApiModel, routed: RoutedCall): object {
  const stage = `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${id}/${stageName}`;
  const { method, rawPath } = routed.call;
  return { type: 'REQUEST', methodArn: `${stage}/${method}${rawPath}`, ...eventOf(routed) };
}

/** The event of a proxy integration. @param authorizer the context that the authorizer answered. */
function proxyEvent(routed: RoutedCall, authorizer: Values): object {
  const { body } = routed.call;
  const event = eventOf(routed);
  return {
    ...event,
    requestContext: { ...event.requestContext, authorizer },
    // The API has no binary media types.
    body: body.length === 0 ? null : body.toString('utf8'),
    isBase64Encoded: false,
  };
}

/** Reasons for which the gateway itself answers. The template has a response for each. */
export type GatewayResponseType =
  | 'ACCESS_DENIED'
  | 'AUTHORIZER_FAILURE'
  | 'BAD_REQUEST_PARAMETERS'
  | 'DEFAULT_5XX'
  | 'INVALID_API_KEY'
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE'
  | 'THROTTLED';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** Renders a response of the gateway. @param accept its first media type decides on the template. */
export function writeGatewayResponse(
  responses: ApiModel['responses'],
  type: GatewayResponseType,
  variables: ContextVariables,
  accept = '',
): HttpResponse {
  const { status = 500, templates = {}, parameters = {} } = responses[type] ?? {};
  const [first = ''] = accept.split(/[,;]/);
  const mediaType = Object.hasOwn(templates, first.trim()) ? first.trim() : 'application/json';
  return {
    status,
    headers: { 'Content-Type': mediaType, ...mappedHeaders(parameters, variables) },
    body: substitute(templates[mediaType] ?? '', variables),
  };
}

/** Headers of a mapping such as "gatewayresponse.header.NAME". A value is a text in quotes or the name of a variable. */
const mappedHeaders = (parameters: Values, variables: ContextVariables): Values =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/^.*\.header\./, ''),
      value.startsWith("'") ? value.slice(1, -1) : (variables[value] ?? ''),
    ]),
  );

/** Replaces variables as gateway responses do, without Velocity; unknown variables become `missing`. */
export const substitute = (template: string, variables: ContextVariables, missing = ''): string =>
  template.replace(/\$(context\.[\w.]+\w)/g, (_, name: string) => variables[name] ?? missing);

/** Limit of Lambda for the event and the response of a synchronous invocation. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

export interface GatewayParts {
  readonly api: ApiModel;
  readonly invoke: Functions['invoke'];
  readonly throttle: Throttle;
}

/** The answer of the authorizer of this project, whose policy covers the whole stage. */
interface AuthorizerAnswer {
  readonly policyDocument: { readonly Statement: readonly { readonly Effect: 'Allow' | 'Deny' }[] };
  readonly context: Values;
  readonly usageIdentifierKey?: string;
}

/** Creates a handler with the stages of the gateway: route, authorizer, usage plan, function. It adds to the variables. */
export function createCallHandler({ api, invoke, throttle }: GatewayParts) {
  const findRoute = createRouteTable(api.routes);

  const answer = async (call: GatewayCall): Promise<HttpResponse | GatewayResponseType> => {
    const { variables } = call;
    const routed = findRoute(call);
    if (typeof routed === 'string') return routed;
    const { authorizerArn, fixed, apiKeyRequired, functionArn, resourcePath } = routed.route;
    variables['context.resourcePath'] = resourcePath;
    if (fixed !== undefined) return fixedResponse(fixed, call);

    let context: Values = {};
    let usageKey = '';
    if (authorizerArn !== undefined) {
      const authorized = await invoke(authorizerArn, authorizerEvent(api, routed));
      if (authorized.outcome !== 'returned') return 'AUTHORIZER_FAILURE';
      const decision = authorized.payload as AuthorizerAnswer;
      ({ context, usageIdentifierKey: usageKey = '' } = decision);
      for (const [name, value] of Object.entries(context)) variables[`context.authorizer.${name}`] = value;
      if (decision.policyDocument.Statement.some(({ Effect }) => Effect === 'Deny')) return 'ACCESS_DENIED';
    }
    const rejected = apiKeyRequired ? throttle(usageKey) : undefined;
    if (rejected !== undefined) return rejected;

    const event = proxyEvent(routed, context);
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_PAYLOAD_BYTES) return 'REQUEST_TOO_LARGE';
    const started = performance.now();
    const ended = await invoke(functionArn, event);
    variables['context.integrationLatency'] = (performance.now() - started).toFixed(0);
    const response = ended.outcome === 'returned' ? readProxyResult(ended.payload) : undefined;
    // A failed function or an invalid result is a "malformed proxy response" for API Gateway.
    const isSendable = response !== undefined && Buffer.byteLength(response.body) <= MAX_PAYLOAD_BYTES;
    return isSendable ? response : 'DEFAULT_5XX';
  };

  return async (call: GatewayCall): Promise<HttpResponse> => {
    const answered = await answer(call);
    if (typeof answered !== 'string') return answered;
    call.variables['context.error.responseType'] = answered;
    return writeGatewayResponse(api.responses, answered, call.variables, call.headers.accept?.at(-1));
  };
}

const PARAMETER = /^\{(\w+)\}$/;

/** Finds the method of a call in the preference order of API Gateway: fixed text precedes a parameter. */
function createRouteTable(routes: readonly RouteModel[]) {
  const preferred = routes
    // "{" sorts after all characters of fixed texts.
    .toSorted((a, b) => (a.resourcePath < b.resourcePath ? -1 : 1))
    .map((route) => ({ route, pattern: route.resourcePath.split('/').slice(1) }));
  return (call: GatewayCall): RoutedCall | 'MISSING_AUTHENTICATION_TOKEN' | 'BAD_REQUEST_PARAMETERS' => {
    // API Gateway ignores one trailing slash. An escaped slash stays inside its segment.
    const raw = call.rawPath.replace(/^\//, '').replace(/\/$/, '').split('/');
    let decoded: string[];
    try {
      decoded = raw.map(decodeURIComponent);
    } catch {
      return 'BAD_REQUEST_PARAMETERS';
    }
    const fits = (part: string, index: number) =>
      PARAMETER.test(part) ? raw[index] !== '' : part === decoded[index];
    const found = preferred.find(
      ({ route, pattern }) =>
        route.method === call.method && pattern.length === raw.length && pattern.every(fits),
    );
    if (found === undefined) return 'MISSING_AUTHENTICATION_TOKEN';
    // Still escaped, as in a REST API.
    const values = found.pattern.flatMap((part, index) => {
      const [, name] = PARAMETER.exec(part) ?? [];
      return name === undefined ? [] : [[name, raw[index] ?? '']];
    });
    const pathParameters = values.length > 0 ? Object.fromEntries(values) : null;
    return { call, route: found.route, pathParameters };
  };
}

/** Converts the result of a function to a response; undefined if it is none. */
function readProxyResult(payload: unknown): HttpResponse | undefined {
  const { statusCode, headers = {}, multiValueHeaders = {}, body } = Object(payload);
  if (!Number.isInteger(statusCode) || typeof (body ?? '') !== 'string') return undefined;
  const sent: HttpResponse['headers'] = { ...headers, ...multiValueHeaders };
  const hasType = Object.keys(sent).some((name) => name.toLowerCase() === 'content-type');
  return {
    status: statusCode,
    headers: { ...(hasType ? {} : { 'Content-Type': 'application/json' }), ...sent },
    body: body ?? '',
  };
}

function fixedResponse(
  { status, parameters, body, otherOrigins }: NonNullable<RouteModel['fixed']>,
  { headers, variables }: GatewayCall,
): HttpResponse {
  const origin = headers.origin?.at(-1) ?? '';
  return {
    status,
    headers: {
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...mappedHeaders(parameters, variables),
      ...(otherOrigins.includes(origin) ? { 'Access-Control-Allow-Origin': origin } : {}),
    },
    body,
  };
}
