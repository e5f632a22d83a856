import { RemovalPolicy } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  type CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { ACCESS_LOG_FORMAT } from './access-log-format.ts';
import { acknowledgeApiFindings } from './api-findings.ts';
import { TLS_POLICY } from './tls-policy.ts';

/** The API without its operations: regional, by TLS 1.2 or newer, with its stage and a log line a call. */
export function createRestApi(
  scope: Construct,
  id: string,
  settings: EnvironmentSettings,
  accessLogs: LogGroup,
): RestApi {
  const { customDomain } = settings;
  const api = new RestApi(scope, id, {
    description: `Freight rates and quotes (${settings.name})`,
    endpointTypes: [EndpointType.REGIONAL],
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    // It would be a way around the name.
    ...(customDomain && !customDomain.keepsOwnAddress ? { disableExecuteApiEndpoint: true } : {}),
    cloudWatchRole: true,
    cloudWatchRoleRemovalPolicy: settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    deployOptions: {
      stageName: settings.name,
      metricsEnabled: true,
      tracingEnabled: settings.tracing,
      // The account's default throttle stays in force; an organization's own is its usage plan's.
      accessLogDestination: new LogGroupLogDestination(accessLogs),
      accessLogFormat: ACCESS_LOG_FORMAT,
    },
  });
  // It counts behind a custom domain too; without one the API would take TLS 1.0.
  Object.assign(api.node.defaultChild as CfnRestApi, TLS_POLICY);
  // The CDK's own output says where the API is without a word, and where it is not once a name has taken its place.
  api.node.tryRemoveChild('Endpoint');
  acknowledgeApiFindings(api, settings);
  return api;
}
