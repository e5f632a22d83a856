import { readFileSync } from 'node:fs';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { DESCRIPTION_FILE } from '../functions/description-file.ts';
import { addFixedResponse } from './fixed-response.ts';

const DESCRIPTION_PATH = '/openapi.json';

/** Limit of API Gateway for a mapping template (docs.aws.amazon.com/general/latest/gr/apigateway.html). */
const MAX_TEMPLATE_BYTES = 300_000;

/**
 * Throttles of the methods without a key, for all callers together: at most 10 descriptions per second leave the service,
 * because each has a hundred times the size of a usual response.
 */
export const DESCRIPTION_METHODS = Object.fromEntries(
  ['GET', 'HEAD'].map((method) => [
    `${DESCRIPTION_PATH}/${method}`,
    { throttlingRateLimit: 10, throttlingBurstLimit: 20, metricsEnabled: false },
  ]),
);

/**
 * Adds `GET` and `HEAD /openapi.json`: the description of the API, without an API key. API Gateway answers it itself with a
 * mapping template.
 */
export function addApiDescription(api: RestApi): void {
  const resource = api.root.resourceForPath(DESCRIPTION_PATH);
  const reason =
    'It answers a fixed text without data of callers: integrators read it before they have an API key.';
  const body = mappingTemplate(readFileSync(DESCRIPTION_FILE, 'utf8'));
  addFixedResponse(resource, 'GET', { headers: HEADERS, body, reason });
  addFixedResponse(resource, 'HEAD', { headers: HEADERS, reason });
}

const HEADERS = {
  'Content-Type': "'application/json'",
  'Cache-Control': "'public, max-age=300'",
  'X-Content-Type-Options': "'nosniff'",
  'X-Request-Id': 'context.requestId',
  // Tools that run in browsers read it. It has no data of callers.
  'Access-Control-Allow-Origin': "'*'",
};

/**
 * A document as a mapping template: the same JSON, with `$` and `#` escaped, so that the template language finds nothing to
 * evaluate. Both occur only in texts of the JSON.
 * @throws Error if it is too large for API Gateway.
 */
export function mappingTemplate(json: string): string {
  const template = JSON.stringify(JSON.parse(json)).replace(
    /[$#]|[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (template.length > MAX_TEMPLATE_BYTES) {
    throw new Error(
      `The description has ${template.length} bytes; API Gateway accepts ${MAX_TEMPLATE_BYTES}.`,
    );
  }
  return template;
}
