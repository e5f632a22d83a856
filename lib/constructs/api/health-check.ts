import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { addFixedResponse } from './fixed-response.ts';

/**
 * Adds `GET /health` for uptime checks and deployments: 200 with the deployed commit, without an API key. API Gateway
 * answers it itself, so that it shows neither the state of a function nor costs one. The probe shows that the service works.
 * The commit is a variable of the stage, so that a release does not deploy the API again.
 */
export function addHealthCheck(api: RestApi): void {
  addFixedResponse(api.root.addResource('health'), 'GET', {
    headers: {
      'Cache-Control': "'no-store'",
      'X-Content-Type-Options': "'nosniff'",
      'X-Request-Id': 'context.requestId',
    },
    body: JSON.stringify({ status: 'ok', version: '$stageVariables.version' }),
    reason: 'It answers a fixed text without data of anybody: uptime checks have no API key.',
  });
}
