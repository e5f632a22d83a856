import { readFileSync } from 'node:fs';
import { Validations } from 'aws-cdk-lib';
import {
  AuthorizationType,
  MockIntegration,
  PassthroughBehavior,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { DESCRIPTION_FILE } from '../functions/description-file.ts';

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
  const template = mappingTemplate(readFileSync(DESCRIPTION_FILE, 'utf8'));
  const reason =
    'It answers a fixed text without data of callers: integrators read it before they have an API key.';
  for (const [method, body] of [
    ['GET', template],
    ['HEAD', ''],
  ] as const) {
    const added = resource.addMethod(
      method,
      new MockIntegration({
        requestTemplates: { 'application/json': '{"statusCode":200}' },
        passthroughBehavior: PassthroughBehavior.WHEN_NO_TEMPLATES,
        integrationResponses: [
          {
            statusCode: '200',
            responseParameters: HEADERS,
            ...(body === '' ? {} : { responseTemplates: { 'application/json': body } }),
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
    Validations.of(added).acknowledge({ id: 'AwsSolutions-APIG4', reason }, { id: 'CKV_AWS_59', reason });
  }
}

const HEADERS = {
  'method.response.header.Content-Type': "'application/json'",
  'method.response.header.Cache-Control': "'public, max-age=300'",
  'method.response.header.X-Content-Type-Options': "'nosniff'",
  'method.response.header.X-Request-Id': 'context.requestId',
  // Tools that run in browsers read it. It has no data of callers.
  'method.response.header.Access-Control-Allow-Origin': "'*'",
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
