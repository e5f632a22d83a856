import type { Functions } from '../lambda/functions.ts';
import type {
  ApiModel,
  FixedResponseModel,
  GatewayResponseModel,
  RouteModel,
} from '../template/service-model.ts';
import { authorizerEvent, type GatewayCall, headerOf, proxyEvent, type RoutedCall } from './gateway-call.ts';
import type { Throttle } from './gateway-keys.ts';

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

interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** Variables of templates: `context.requestId`, `context.authorizer.NAME`, ... without the dollar sign. */
type ContextVariables = Record<string, string | undefined>;

const JSON_TYPE = 'application/json';

/** Renders a response of the gateway. @param accept its first media type decides on the template. */
export function writeGatewayResponse(
  responses: Readonly<Record<string, GatewayResponseModel>>,
  type: GatewayResponseType,
  variables: ContextVariables,
  accept = '',
): HttpResponse {
  const { status = 500, templates = {}, parameters = {} } = responses[type] ?? {};
  const [first = ''] = accept.split(/[,;]/);
  const mediaType = Object.hasOwn(templates, first.trim()) ? first.trim() : JSON_TYPE;
  return {
    status,
    headers: { 'Content-Type': mediaType, ...mappedHeaders(parameters, variables) },
    body: substitute(templates[mediaType] ?? '', variables),
  };
}

/** Headers of a mapping such as "gatewayresponse.header.NAME". A value is a text in quotes or the name of a variable. */
const mappedHeaders = (
  parameters: Readonly<Record<string, string>>,
  variables: ContextVariables,
): Record<string, string> =>
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

export interface HandledCall {
  readonly response: HttpResponse;
  /** Variables of the access log. */
  readonly variables: ContextVariables;
}

/** The answer of the authorizer of this project, whose policy covers the whole stage. */
interface AuthorizerAnswer {
  readonly policyDocument: { readonly Statement: readonly { readonly Effect: 'Allow' | 'Deny' }[] };
  readonly context: Readonly<Record<string, string>>;
  readonly usageIdentifierKey?: string;
}

/** Creates a handler with the stages of the gateway: route, authorizer, usage plan, function. */
export function createCallHandler({ api, invoke, throttle }: GatewayParts) {
  const findRoute = createRouteTable(api.routes);

  /** The response of the function, or why the gateway answers. Adds to the variables. */
  const answer = async (
    call: GatewayCall,
    variables: ContextVariables,
  ): Promise<HttpResponse | GatewayResponseType> => {
    const routed = findRoute(call);
    if (typeof routed === 'string') return routed;
    const { authorizerArn, fixed, apiKeyRequired, functionArn, resourcePath } = routed.route;
    variables['context.resourcePath'] = resourcePath;
    if (fixed !== undefined) return fixedResponse(fixed, headerOf(call, 'origin'), variables);

    let context: AuthorizerAnswer['context'] = {};
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

  return async (call: GatewayCall): Promise<HandledCall> => {
    const variables = callVariables(call);
    const answered = await answer(call, variables);
    if (typeof answered !== 'string') return { response: answered, variables };
    variables['context.error.responseType'] = answered;
    const response = writeGatewayResponse(api.responses, answered, variables, headerOf(call, 'accept'));
    return { response, variables };
  };
}

/** Variables of a call before routing. */
export const callVariables = (call: GatewayCall): ContextVariables => ({
  'context.requestId': call.requestId,
  'context.requestTimeEpoch': String(call.receivedAt),
  'context.identity.sourceIp': call.sourceIp,
  'context.httpMethod': call.method,
});

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
    for (const { route, pattern } of preferred) {
      if (route.method !== call.method || pattern.length !== raw.length) continue;
      const fits = (part: string, index: number) =>
        PARAMETER.test(part) ? raw[index] !== '' : part === decoded[index];
      if (!pattern.every(fits)) continue;
      // Still escaped, as in a REST API.
      const values = pattern.flatMap((part, index) => {
        const [, name] = PARAMETER.exec(part) ?? [];
        return name === undefined ? [] : [[name, raw[index] ?? '']];
      });
      return { call, route, pathParameters: values.length > 0 ? Object.fromEntries(values) : null };
    }
    return 'MISSING_AUTHENTICATION_TOKEN';
  };
}

/** Headers of the connection, which the gateway sets itself. */
const CONNECTION_HEADERS = /^(connection|content-length|date|keep-alive|transfer-encoding)$/i;

/** Converts the result of a function to a response, multi-value headers first; undefined if it is none. */
function readProxyResult(payload: unknown): HttpResponse | undefined {
  const { statusCode, headers = {}, multiValueHeaders = {}, body } = Object(payload);
  if (!Number.isInteger(statusCode) || typeof (body ?? '') !== 'string') return undefined;
  const sent: HttpResponse['headers'] = Object.fromEntries(
    Object.entries<string | readonly string[]>({ ...headers, ...multiValueHeaders }).filter(
      ([name]) => !CONNECTION_HEADERS.test(name),
    ),
  );
  const hasType = Object.keys(sent).some((name) => name.toLowerCase() === 'content-type');
  return {
    status: statusCode,
    headers: { ...(hasType ? {} : { 'Content-Type': 'application/json' }), ...sent },
    body: body ?? '',
  };
}

function fixedResponse(
  { status, parameters, body, otherOrigins }: FixedResponseModel,
  origin: string | undefined,
  variables: ContextVariables,
): HttpResponse {
  const headers = {
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    ...mappedHeaders(parameters, variables),
    ...(origin !== undefined && otherOrigins.includes(origin)
      ? { 'Access-Control-Allow-Origin': origin }
      : {}),
  };
  return { status, headers, body };
}
