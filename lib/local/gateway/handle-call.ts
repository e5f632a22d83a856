import type { Functions } from '../lambda/functions.ts';
import type { ApiModel, FixedResponseModel } from '../template/service-model.ts';
import { authorizerEvent, methodArn, proxyEvent, type RoutedCall } from './gateway-events.ts';
import {
  type ContextVariables,
  type GatewayResponseType,
  type WrittenResponse,
  writeGatewayResponse,
} from './gateway-response.ts';
import { headerOf, type IncomingCall } from './incoming-call.ts';
import { type ProxyResponse, readProxyResult } from './proxy-result.ts';
import { createRouteTable } from './route-table.ts';
import type { ThrottleDecision } from './throttle.ts';

/** Limit of API Gateway for a resource in a policy. */
const MAX_RESOURCE_LENGTH = 512;

/** The answer of the authorizer of this project. */
interface AuthorizerAnswer {
  readonly principalId: string;
  readonly policyDocument: {
    readonly Statement: readonly { readonly Effect: 'Allow' | 'Deny'; readonly Resource: string }[];
  };
  readonly context?: Readonly<Record<string, string | number | boolean>>;
  readonly usageIdentifierKey?: string;
}

/** What the gateway makes of an answer: whether it allows the method, and values for templates and functions. */
function readAuthorizerAnswer(payload: unknown, arn: string) {
  const { principalId, policyDocument, context = {}, usageIdentifierKey } = payload as AuthorizerAnswer;
  const statements = policyDocument.Statement;
  // A policy variable, and a resource that is too long, are errors of the configuration.
  if (statements.some(({ Resource }) => Resource.length > MAX_RESOURCE_LENGTH || Resource.includes('${'))) {
    return undefined;
  }
  const applying = statements.filter(({ Resource }) => {
    const escaped = Resource.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${escaped}$`).test(arn);
  });
  const texts = Object.entries(context).map(([name, value]) => [name, String(value)]);
  return {
    isAllowed: applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow'),
    context: { ...Object.fromEntries(texts), principalId } as Readonly<Record<string, string>>,
    usageKey: usageIdentifierKey ?? '',
  };
}

/** Integration time-out of API Gateway. */
const INTEGRATION_TIMEOUT_MS = 29_000;
/** Limit of Lambda for the event and the response of a synchronous invocation. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

export interface GatewayParts {
  readonly api: ApiModel;
  readonly invoke: Functions['invoke'];
  readonly throttle: (keyValue: string) => ThrottleDecision;
}

export interface HandledCall {
  readonly response: WrittenResponse | ProxyResponse;
  /** Variables of the access log. */
  readonly variables: ContextVariables;
}

/** Result of a call: rejected by the gateway, or answered by its function. */
type Progress = { readonly rejected: GatewayResponseType } | { readonly answered: ProxyResponse };

/** Creates a handler with the stages of the gateway: route, authorizer, usage plan, integration. */
export function createCallHandler({ api, invoke, throttle }: GatewayParts) {
  const findRoute = createRouteTable(api.routes);

  const authorize = async (routed: RoutedCall) => {
    const invocation = await invoke(routed.route.authorizerArn ?? '', authorizerEvent(routed));
    // An authorizer that fails with this message requests status 401.
    if (invocation.outcome === 'failed' && invocation.errorMessage === 'Unauthorized') return 'UNAUTHORIZED';
    if (invocation.outcome !== 'returned') return 'AUTHORIZER_FAILURE';
    return readAuthorizerAnswer(invocation.payload, methodArn(routed)) ?? 'AUTHORIZER_CONFIGURATION_ERROR';
  };

  const integrate = async (
    routed: RoutedCall,
    context: Readonly<Record<string, string>>,
    variables: Record<string, string | undefined>,
  ): Promise<Progress> => {
    const event = proxyEvent(routed, context);
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_PAYLOAD_BYTES)
      return { rejected: 'REQUEST_TOO_LARGE' };
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'too-late'>((resolve) => {
      timer = setTimeout(resolve, INTEGRATION_TIMEOUT_MS, 'too-late');
    });
    const started = performance.now();
    const invocation = await Promise.race([invoke(routed.route.functionArn, event), timeout]);
    clearTimeout(timer);
    variables['context.integrationLatency'] = (performance.now() - started).toFixed(0);
    if (invocation === 'too-late') return { rejected: 'INTEGRATION_TIMEOUT' };
    const answered = invocation.outcome === 'returned' ? readProxyResult(invocation.payload) : undefined;
    // A failed function or an invalid result is a "malformed proxy response" for API Gateway.
    const sendable = answered !== undefined && answered.body.length <= MAX_PAYLOAD_BYTES;
    return sendable ? { answered } : { rejected: 'DEFAULT_5XX' };
  };

  /** Stages after routing; adds the context of the authorizer to the variables. */
  const proceed = async (
    routed: RoutedCall,
    variables: Record<string, string | undefined>,
  ): Promise<Progress> => {
    let context: Readonly<Record<string, string>> = {};
    let usageKey = '';
    if (routed.route.authorizerArn !== undefined) {
      const decision = await authorize(routed);
      if (typeof decision === 'string') return { rejected: decision };
      ({ context, usageKey } = decision);
      for (const [name, value] of Object.entries(context)) variables[`context.authorizer.${name}`] = value;
      if (!decision.isAllowed) return { rejected: 'ACCESS_DENIED' };
    }
    if (routed.route.apiKeyRequired) {
      const passed = throttle(usageKey);
      if (passed === 'unknown-key') return { rejected: 'INVALID_API_KEY' };
      if (passed === 'throttled') return { rejected: 'THROTTLED' };
    }
    const { fixed } = routed.route;
    if (fixed !== undefined)
      return { answered: fixedResponse(fixed, headerOf(routed.call, 'origin'), variables) };
    return integrate(routed, context, variables);
  };

  return async (call: IncomingCall): Promise<HandledCall> => {
    const variables: Record<string, string | undefined> = { ...callVariables(call) };
    const match = findRoute(call.method, call.rawPath);
    let progress: Progress;
    if (match === undefined) progress = { rejected: 'MISSING_AUTHENTICATION_TOKEN' };
    else if (match === 'malformed') progress = { rejected: 'BAD_REQUEST_PARAMETERS' };
    else {
      variables['context.resourcePath'] = match.route.resourcePath;
      progress = await proceed({ api, call, ...match }, variables);
    }
    if ('answered' in progress) return { response: progress.answered, variables };
    variables['context.error.responseType'] = progress.rejected;
    const accept = headerOf(call, 'accept');
    return { response: writeGatewayResponse(api.responses, progress.rejected, variables, accept), variables };
  };
}

function fixedResponse(
  { status, headers, body, otherOrigins }: FixedResponseModel,
  origin: string | undefined,
  variables: ContextVariables,
): ProxyResponse {
  // A value is a text in quotes or the name of a context variable.
  const values = Object.entries(headers).map(([name, value]) => [
    name,
    value.startsWith("'") ? value.slice(1, -1) : (variables[value] ?? ''),
  ]);
  const allowed =
    origin !== undefined && otherOrigins.includes(origin) ? { 'Access-Control-Allow-Origin': origin } : {};
  const type = body === '' ? {} : { 'Content-Type': 'application/json' };
  const all = { ...type, ...Object.fromEntries(values), ...allowed };
  return { status, headers: all, body: Buffer.from(body) };
}

/** Variables of a call before routing. */
export function callVariables(call: IncomingCall): ContextVariables {
  return {
    'context.requestId': call.requestId,
    'context.extendedRequestId': call.extendedRequestId,
    'context.requestTimeEpoch': String(call.receivedAt),
    'context.identity.sourceIp': call.sourceIp,
    'context.httpMethod': call.method,
    'context.path': call.rawPath,
    'context.protocol': call.protocol,
  };
}
