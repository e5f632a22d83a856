import {
  AuthorizationType,
  MockIntegration,
  PassthroughBehavior,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { acknowledgeOpenMethod } from './api-findings.ts';

/**
 * Adds `GET /health` for uptime checks and deployments: 200 with the deployed version, without an API key. API Gateway
 * answers it itself, so that it shows neither the state of a function nor costs one. The probe shows that the service works.
 */
export function addHealthCheck(api: RestApi, version: string): void {
  const method = api.root.addResource('health').addMethod(
    'GET',
    new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode":200}' },
      passthroughBehavior: PassthroughBehavior.WHEN_NO_TEMPLATES,
      integrationResponses: [
        {
          statusCode: '200',
          responseParameters: HEADERS,
          responseTemplates: { 'application/json': JSON.stringify({ status: 'ok', version }) },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode: '200',
          responseParameters: Object.fromEntries(Object.keys(HEADERS).map((name) => [name, true])),
        },
      ],
    },
  );
  acknowledgeOpenMethod(
    method,
    'It answers a fixed text without data of anybody: uptime checks have no API key.',
  );
}

const HEADERS = {
  'method.response.header.Cache-Control': "'no-store'",
  'method.response.header.X-Content-Type-Options': "'nosniff'",
  'method.response.header.X-Request-Id': 'context.requestId',
};
