import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '../../../shared/platform/http/handlers/cors.ts';

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
