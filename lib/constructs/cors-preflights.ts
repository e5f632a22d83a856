import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '../../shared/platform/http/exposed-headers.ts';

/** Headers that callers send, beyond those that browsers let every page send. */
const SENT_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'X-Api-Key'];

/** Has each path of the API answer OPTIONS for pages of the allowed origins; other paths still answer 404. */
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
      allowHeaders: SENT_HEADERS,
      exposeHeaders: [...EXPOSED_HEADERS],
      maxAge: Duration.hours(2),
    });
  }
}
