import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../template/local-names.ts';
import type { ApiModel, RouteModel } from '../template/service-model.ts';

type Values = Readonly<Record<string, string>>;
type MultiValues = Readonly<Record<string, readonly string[]>>;

/** An HTTP request in the representation of API Gateway, before routing. */
export interface GatewayCall {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly method: string;
  /** As sent, without the query; several leading slashes become one. */
  readonly rawPath: string;
  /** By name in the case that was sent. */
  readonly headers: MultiValues;
  readonly query: MultiValues | null;
  readonly sourceIp: string;
  readonly body: Buffer;
}

/** Creates a call from a request and its body. */
export function gatewayCall(request: IncomingMessage, body: Buffer): GatewayCall {
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  return {
    requestId: randomUUID(),
    receivedAt: Date.now(),
    method: request.method ?? 'GET',
    rawPath: path.replace(/^\/+/, '/'),
    headers: groupHeaders(request.rawHeaders),
    query: groupQuery(query.join('?')),
    sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    body,
  };
}

/** The last value of a header; ignores the case of its name. */
export const headerOf = ({ headers }: GatewayCall, lowerCaseName: string): string | undefined =>
  Object.entries(headers)
    .find(([name]) => name.toLowerCase() === lowerCaseName)?.[1]
    .at(-1);

/** Connection headers, which API Gateway does not pass to functions. */
const NOT_PASSED_ON = /^(connection|content-length|expect|server|te|transfer-encoding|upgrade)$/i;

/** Values by name. Names that differ in case are one header, with the first spelling. */
function groupHeaders(rawHeaders: readonly string[]): MultiValues {
  const grouped = new Map<string, [name: string, values: string[]]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (NOT_PASSED_ON.test(name)) continue;
    const known = grouped.get(name.toLowerCase());
    if (known === undefined) grouped.set(name.toLowerCase(), [name, [value]]);
    else known[1].push(value);
  }
  // Object.fromEntries is safe for a header named constructor.
  return Object.fromEntries(grouped.values());
}

/** Decoded values by decoded name; null without parameters. Invalid UTF-8 becomes replacement characters. */
function groupQuery(query: string): MultiValues | null {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  // Object.fromEntries is safe for a parameter named __proto__.
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, parameters.getAll(name)]));
}

const lastValues = (values: MultiValues): Values =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

/** A call with its route. */
export interface RoutedCall {
  readonly call: GatewayCall;
  readonly route: RouteModel;
  readonly pathParameters: Values | null;
}

/** The event of a REQUEST authorizer. */
export function authorizerEvent(api: ApiModel, { call, ...routed }: RoutedCall): object {
  const stage = `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api.id}/${api.stageName}`;
  const methodArn = `${stage}/${call.method}${call.rawPath}`;
  return { type: 'REQUEST', methodArn, ...eventOf({ call, ...routed }) };
}

/** The event of a proxy integration. @param authorizer the context that the authorizer answered. */
export function proxyEvent(routed: RoutedCall, authorizer: Values): object {
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
    requestId: call.requestId,
    resourcePath: route.resourcePath,
    httpMethod: call.method,
    identity: { sourceIp: call.sourceIp },
  },
});
