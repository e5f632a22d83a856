import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiKeySourceType,
  type CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { MEASURED_METHODS } from '../../alarms/objective-alarms.ts';
import { acknowledgeLogGroup } from '../../findings/template-findings.ts';
import type { EnvironmentSettings } from '../../settings/environments.ts';
import { acknowledgeApiFindings } from './api-findings.ts';
import { openMethodOptions } from './open-methods.ts';
import { TLS_POLICY } from './tls-policy.ts';

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
    cloudWatchRoleRemovalPolicy: settings.disposable
      ? RemovalPolicy.DESTROY
      : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
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
  acknowledgeLogGroup(accessLogs);
  return api;
}
