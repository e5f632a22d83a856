import type { Functions } from '../lambda/functions.ts';
import type { ApiModel, FixedResponseModel } from '../template/service-model.ts';
import { isBinaryType } from './binary-media-types.ts';
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

/** The decision of the gateway from an authorizer response. */
type AuthorizerDecision =
  | {
      readonly decision: 'allow' | 'deny';
      /** Values as strings, for templates and functions. */
      readonly context: Readonly<Record<string, string>>;
      readonly principalId: string;
      readonly usageIdentifierKey?: string;
    }
  | { readonly decision: 'unreadable'; readonly detail: string };

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Resource: string | readonly string[];
  readonly Action: string | readonly string[];
}

/** Limit of API Gateway for a resource in a policy. */
const MAX_RESOURCE_LENGTH = 512;

/** Parses an authorizer response as strictly as API Gateway: flat context, a policy, a principal. */
function readAuthorizerAnswer(payload: unknown, arn: string): AuthorizerDecision {
  const { principalId, policyDocument, context, usageIdentifierKey } = Object(payload);
  const unreadable = (detail: string): AuthorizerDecision => ({ decision: 'unreadable', detail });
  if (typeof principalId !== 'string') return unreadable('principalId is not a string');
  const statements: unknown = Object(policyDocument).Statement;
  if (!Array.isArray(statements)) return unreadable('policyDocument has no statements');
  if (!statements.every(isStatement)) return unreadable('policyDocument has an invalid statement');
  const resources = statements.flatMap(({ Resource }) => Resource);
  if (resources.some((resource) => resource.length > MAX_RESOURCE_LENGTH || resource.includes('${'))) {
    return unreadable('policyDocument has a resource that is too long or has a policy variable');
  }
  if (typeof (context ?? {}) !== 'object' || Array.isArray(context)) {
    return unreadable('context is not an object');
  }
  const flat = Object.entries(Object(context));
  const nested = flat.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value));
  if (nested) return unreadable(`context.${nested[0]} is not a string, number or boolean`);
  return {
    decision: decide(statements, arn),
    context: Object.fromEntries(flat.map(([name, value]) => [name, String(value)])),
    principalId,
    ...(typeof usageIdentifierKey === 'string' ? { usageIdentifierKey } : {}),
  };
}

/** Whether a statement is valid; statements with conditions are not supported. */
function isStatement(value: unknown): value is Statement {
  const { Effect, Action, Resource, Condition } = Object(value);
  const named = [Action, Resource].every((patterns) =>
    [patterns].flat().every((pattern) => typeof pattern === 'string'),
  );
  return named && (Effect === 'Allow' || Effect === 'Deny') && Condition === undefined;
}

/** A Deny overrides an Allow; without a matching statement the decision is deny. */
function decide(statements: readonly Statement[], arn: string): 'allow' | 'deny' {
  const applying = statements.filter(
    ({ Action, Resource }) => matches(Action, 'execute-api:Invoke', 'i') && matches(Resource, arn),
  );
  const allowed = applying.some(({ Effect }) => Effect === 'Allow');
  return allowed && !applying.some(({ Effect }) => Effect === 'Deny') ? 'allow' : 'deny';
}

/** Whether a pattern matches: `*` is any characters, `?` is one. Flag `i`: ignores case. */
function matches(patterns: string | readonly string[], value: string, flag = ''): boolean {
  return [patterns].flat().some((pattern) => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flag).test(value);
  });
}

/** Integration time-out of API Gateway. */
const INTEGRATION_TIMEOUT_MS = 29_000;
/** Limit of Lambda for the event and the response of a synchronous invocation. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

export interface GatewayParts {
  readonly api: ApiModel;
  readonly invoke: Functions['invoke'];
  readonly throttle: (keyValue: string | undefined) => ThrottleDecision;
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
    const decision = readAuthorizerAnswer(invocation.payload, methodArn(routed));
    return decision.decision === 'unreadable' ? 'AUTHORIZER_CONFIGURATION_ERROR' : decision;
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
    const invocation = await Promise.race([invoke(routed.route.functionArn ?? '', event), timeout]);
    clearTimeout(timer);
    variables['context.integrationLatency'] = (performance.now() - started).toFixed(0);
    if (invocation === 'too-late') return { rejected: 'INTEGRATION_TIMEOUT' };
    const answered =
      invocation.outcome === 'returned'
        ? readProxyResult(
            invocation.payload,
            isBinaryType(api.binaryMediaTypes, headerOf(routed.call, 'accept')),
          )
        : undefined;
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
    let usageKey: string | undefined;
    if (routed.route.authorizerArn !== undefined) {
      const decision = await authorize(routed);
      if (typeof decision === 'string') return { rejected: decision };
      context = { ...decision.context, principalId: decision.principalId };
      usageKey = decision.usageIdentifierKey;
      for (const [name, value] of Object.entries(context)) variables[`context.authorizer.${name}`] = value;
      if (decision.decision === 'deny') return { rejected: 'ACCESS_DENIED' };
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
    if (match.found) {
      variables['context.resourcePath'] = match.route.resourcePath;
      progress = await proceed(
        { api, call, route: match.route, pathParameters: match.pathParameters },
        variables,
      );
    } else {
      progress = {
        rejected: match.reason === 'malformed' ? 'BAD_REQUEST_PARAMETERS' : 'MISSING_AUTHENTICATION_TOKEN',
      };
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
