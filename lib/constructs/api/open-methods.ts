import {
  AuthorizationType,
  type MethodDeploymentOptions,
  MockIntegration,
  PassthroughBehavior,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { definition as mcp } from '../../../functions/mcp/definition.ts';
import { PROBE_PATH } from '../../../functions/probe/definition.ts';
import { rejectionBody } from '../../../shared/platform/http/rejection.ts';
import { SHARED_QUOTES_PATH } from '../../../shared/quotes/sharing/share-document.ts';
import { acknowledgeOpenMethod } from './api-findings.ts';
import { callFunction } from './call-function.ts';

/** Methods without authorizer and API key. Their throttle is for all callers together, and they have no metrics that would cost. */
const OPEN_METHODS = {
  description: {
    path: '/openapi.json',
    methods: ['GET', 'HEAD'],
    // Each has a hundred times the size of a usual response.
    callsPerSecond: 10,
    reason:
      'Integrators read the description before they have an API key. The function returns one file of its bundle, has no rights, and the stage limits its calls.',
  },
  sharedQuote: {
    path: `${SHARED_QUOTES_PATH}/{token}`,
    methods: ['GET'],
    // The web ACL limits each address to 100 calls in five minutes, so that few addresses cannot use it up. A PDF file takes up
    // to 0.5 s of a vCPU: callers keep at most 25 executions busy, and cost at most 50 writes per second.
    callsPerSecond: 50,
    reason:
      'Customers of an organization have no API key. A token with 256 random bits replaces it, and expires; the function can read, and count views; the stage and the web ACL limit its calls.',
  },
  probe: {
    path: PROBE_PATH,
    methods: ['POST'],
    // Above what one address may send before the web ACL blocks it, so that few addresses cannot keep the probe's own call out.
    callsPerSecond: 50,
    reason:
      'Webhooks carry no API key. The function verifies the signature of the webhook and its time, reads at most 64 KB, and writes only metrics; the stage and the web ACL limit its calls.',
  },
} as const;

type OpenMethods = keyof typeof OPEN_METHODS;

/** Options of the stage for open methods. */
export const openMethodOptions = (names: readonly OpenMethods[]): Record<string, MethodDeploymentOptions> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { path, methods, callsPerSecond } = OPEN_METHODS[name];
      const throttle = { throttlingRateLimit: callsPerSecond, throttlingBurstLimit: 2 * callsPerSecond };
      return methods.map((method) => [`${path}/${method}`, { ...throttle, metricsEnabled: false }]);
    }),
  );

/** Adds methods that anybody may call. */
export function addOpenMethods(api: RestApi, name: OpenMethods, lambda: IFunction): void {
  const { path, methods, reason } = OPEN_METHODS[name];
  const resource = api.root.resourceForPath(path);
  for (const method of methods) {
    const open = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false };
    acknowledgeOpenMethod(resource.addMethod(method, callFunction(api, lambda), open), reason);
  }
}

/** Body of the 405 in the general format. */
export const NOT_ALLOWED_BODY = JSON.stringify(
  rejectionBody('general', {
    kind: 'invalid',
    message: 'The MCP server has no sessions and no streams. Send each message with POST.',
  }),
);

/** MCP clients try to open a stream and to end a session, and take 405 as the answer of a server without sessions. */
const NOT_ALLOWED = {
  path: mcp.path,
  statusCode: '405',
  headers: { Allow: "'POST'" },
  body: NOT_ALLOWED_BODY,
  reason: 'It answers a fixed text without data of anybody, and the method does nothing.',
};

/** Values of headers are as API Gateway maps them: a text is in single quotes. */
const FIXED_METHODS = [
  {
    // For uptime checks and deployments; the probe shows that the service works. The commit is a variable of the stage, so that
    // a release does not deploy the API again.
    path: '/health',
    method: 'GET',
    statusCode: '200',
    headers: {},
    body: JSON.stringify({ status: 'ok', version: '$stageVariables.version' }),
    reason: 'It answers a fixed text without data of anybody: uptime checks have no API key.',
  },
  { ...NOT_ALLOWED, method: 'GET' },
  { ...NOT_ALLOWED, method: 'DELETE' },
];

/** Adds the methods that API Gateway itself answers with one response, without an API key and without a function. */
export function addFixedMethods(api: RestApi): void {
  for (const { path, method, statusCode, headers, body, reason } of FIXED_METHODS) {
    const parameters = Object.entries({
      ...headers,
      'Cache-Control': "'no-store'",
      'X-Content-Type-Options': "'nosniff'",
      'X-Request-Id': 'context.requestId',
    }).map(([name, value]) => [`method.response.header.${name}`, value] as const);
    const integration = new MockIntegration({
      requestTemplates: { 'application/json': `{"statusCode":${statusCode}}` },
      passthroughBehavior: PassthroughBehavior.WHEN_NO_TEMPLATES,
      integrationResponses: [
        {
          statusCode,
          responseParameters: Object.fromEntries(parameters),
          responseTemplates: { 'application/json': body },
        },
      ],
    });
    const added = api.root.resourceForPath(path).addMethod(method, integration, {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode,
          responseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])),
        },
      ],
    });
    acknowledgeOpenMethod(added, reason);
  }
}
