import { Duration } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiKeySourceType,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { EXPOSED_HEADERS } from '../../../shared/platform/http/handlers/cors.ts';
import { MEASURED_METHODS } from '../../alarms/objective-alarms.ts';
import type { EnvironmentSettings } from '../../settings/environments.ts';
import { removalPolicyOf } from '../retention.ts';
import { acknowledgeApiFindings } from './api-findings.ts';
import { openMethodOptions } from './open-methods.ts';

/** TLS 1.2 and 1.3, for an API and its custom domain. */
export const TLS_POLICY = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  // This policy needs an endpoint access mode; STRICT rejects callers behind proxies that change the host name.
  endpointAccessMode: EndpointAccessMode.BASIC,
} as const;

/** One JSON line per call with caller, operation, latency and the error type of the gateway; without API key, query and body. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    ip: '$context.identity.sourceIp',
    method: '$context.httpMethod',
    resource: '$context.resourcePath',
    status: '$context.status',
    latency: '$context.responseLatency',
    integrationLatency: '$context.integrationLatency',
    responseLength: '$context.responseLength',
    orgId: '$context.authorizer.orgId',
    mode: '$context.authorizer.mode',
    keyId: '$context.authorizer.keyId',
    errorType: '$context.error.responseType',
  }),
);

/** Creates the API without operations: regional, TLS 1.2 or newer, with its stage and access log. */
export function createRestApi(
  scope: Construct,
  id: string,
  settings: EnvironmentSettings,
  accessLogs: LogGroup,
): RestApi {
  const { customDomain } = settings;
  const api = new RestApi(scope, id, {
    // Metrics are named for it: APIs of two environments in one account need two names.
    restApiName: `freight-${settings.name}`,
    description: `Freight rates and quotes (${settings.name})`,
    endpointTypes: [EndpointType.REGIONAL],
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    // Callers must use the custom domain.
    ...(customDomain && !customDomain.keepsApiGatewayUrl ? { disableExecuteApiEndpoint: true } : {}),
    cloudWatchRole: true,
    cloudWatchRoleRemovalPolicy: removalPolicyOf(settings),
    deployOptions: {
      stageName: settings.name,
      variables: { version: settings.version },
      metricsEnabled: false,
      tracingEnabled: settings.tracing,
      methodOptions: {
        ...(settings.operationMetrics
          ? Object.fromEntries(MEASURED_METHODS.map((method) => [method, { metricsEnabled: true }]))
          : {}),
        ...openMethodOptions(['description', 'sharedQuote']),
        ...(settings.probeMinutes === undefined ? {} : openMethodOptions(['probe'])),
      },
      // The default throttle of the account applies; usage plans throttle organizations.
      accessLogDestination: new LogGroupLogDestination(accessLogs),
      accessLogFormat: ACCESS_LOG_FORMAT,
    },
  });
  // Applies to the API Gateway URL and behind a custom domain; without it the API would accept TLS 1.0.
  Object.assign(api.node.defaultChild as CfnRestApi, TLS_POLICY);
  // The default output of the CDK has no description, and is wrong if a custom domain replaces the API Gateway URL.
  api.node.tryRemoveChild('Endpoint');
  acknowledgeApiFindings(api, settings);
  return api;
}

/** Request headers of callers that browsers do not allow by default. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'X-Api-Key',
];

/** Adds a CORS preflight (OPTIONS) for the allowed origins to each path of the API; other paths still answer 404. */
export function addCorsPreflights(
  api: RestApi,
  endpoints: readonly { readonly path: string; readonly method: string }[],
  allowedOrigins: readonly string[],
): void {
  if (allowedOrigins.length === 0) return;
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    api.root.resourceForPath(path).addCorsPreflight({
      allowOrigins: [...allowedOrigins],
      allowMethods: endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method),
      allowHeaders: REQUEST_HEADERS,
      exposeHeaders: [...EXPOSED_HEADERS],
      maxAge: Duration.hours(2),
    });
  }
}
