import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { definition as mcp } from '../../../functions/mcp/definition.ts';
import { type Rejection, rejectionBody } from '../../../shared/platform/http/rejection.ts';
import { addFixedResponse } from './fixed-response.ts';

const NOT_ALLOWED: Rejection = {
  kind: 'invalid',
  message: 'The MCP server has no sessions and no streams. Send each message with POST.',
};

/** Body of the 405 in the general format. */
export const NOT_ALLOWED_BODY = JSON.stringify(rejectionBody('general', NOT_ALLOWED));

/**
 * Adds the 405 of the MCP transport for `GET` (open a stream) and `DELETE` (end a session): clients try both, and take 405
 * as the answer of a server without sessions. API Gateway answers it itself.
 */
export function addMcpMethods(api: RestApi): void {
  const resource = api.root.resourceForPath(mcp.path);
  for (const method of ['GET', 'DELETE'] as const) {
    addFixedResponse(resource, method, {
      status: 405,
      headers: {
        Allow: "'POST'",
        'Cache-Control': "'no-store'",
        'X-Content-Type-Options': "'nosniff'",
        'X-Request-Id': 'context.requestId',
      },
      body: NOT_ALLOWED_BODY,
      reason: 'It answers a fixed text without data of anybody, and the method does nothing.',
    });
  }
}
