import {
  AuthorizationType,
  MockIntegration,
  PassthroughBehavior,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { definition as mcp } from '../../../functions/mcp/definition.ts';
import { rejectionBody } from '../../../shared/platform/http/rejection.ts';
import { acknowledgeOpenMethod } from './api-findings.ts';

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
