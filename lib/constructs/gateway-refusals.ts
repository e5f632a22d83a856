import { CfnGatewayResponse, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  INTERNAL_ERROR,
  RATE_LIMITED,
  type Refusal,
  refusalBody,
  refusalStatus,
} from '../../shared/platform/http/refusal.ts';

/** A gateway response: a body that the authorizer prepared for the path's family, or a fixed one in the general shape. */
type GatewayBody =
  | {
      readonly from: 'authorizer';
      readonly value: 'refusal' | 'throttled' | 'failed';
      readonly status: number;
    }
  | { readonly from: 'template'; readonly refusal: Refusal };

const NOT_FOUND: Refusal = {
  kind: 'not-found',
  message: 'No operation has this path and method. Check both against the documentation.',
};
const UNAUTHORIZED: Refusal = {
  kind: 'unauthorized',
  message: 'A valid API key is required, in x-api-key or as Authorization: Bearer.',
};
const FORBIDDEN: Refusal = { kind: 'forbidden', message: 'The request is refused.' };
const BAD_REQUEST: Refusal = { kind: 'invalid', message: 'The request is malformed.' };
const TOO_LARGE: Refusal = {
  kind: 'invalid',
  message:
    'The request is too large. Limits: 1 MB for the body; 10,240 bytes for the path, the query and all headers together.',
};

const fixed = (refusal: Refusal): GatewayBody => ({ from: 'template', refusal });

/**
 * Every way in which the gateway itself answers. Those that come after the authorizer print what it prepared;
 * gateway responses know no conditions, so each type is one or the other.
 */
const GATEWAY_BODIES: Readonly<Record<string, GatewayBody>> = {
  ACCESS_DENIED: { from: 'authorizer', value: 'refusal', status: 401 },
  THROTTLED: { from: 'authorizer', value: 'throttled', status: 429 },
  QUOTA_EXCEEDED: { from: 'authorizer', value: 'throttled', status: 429 },
  // A key that the gateway does not know was provisioned wrongly by us: the caller has done nothing wrong.
  INVALID_API_KEY: { from: 'authorizer', value: 'failed', status: 500 },
  INTEGRATION_FAILURE: { from: 'authorizer', value: 'failed', status: 500 },
  INTEGRATION_TIMEOUT: { from: 'authorizer', value: 'failed', status: 500 },
  // A function that crashed or answered no valid response ends here, after the authorizer.
  DEFAULT_5XX: { from: 'authorizer', value: 'failed', status: 500 },
  API_CONFIGURATION_ERROR: fixed(INTERNAL_ERROR),
  AUTHORIZER_CONFIGURATION_ERROR: fixed(INTERNAL_ERROR),
  AUTHORIZER_FAILURE: fixed(INTERNAL_ERROR),
  MISSING_AUTHENTICATION_TOKEN: fixed(NOT_FOUND),
  RESOURCE_NOT_FOUND: fixed(NOT_FOUND),
  UNAUTHORIZED: fixed(UNAUTHORIZED),
  WAF_FILTERED: fixed(FORBIDDEN),
  BAD_REQUEST_BODY: fixed(BAD_REQUEST),
  BAD_REQUEST_PARAMETERS: fixed(BAD_REQUEST),
  UNSUPPORTED_MEDIA_TYPE: fixed(BAD_REQUEST),
  REQUEST_TOO_LARGE: fixed(TOO_LARGE),
  DEFAULT_4XX: fixed(BAD_REQUEST),
};

/** Seconds after which a throttled caller may try again: the standard plan refills 16 calls in one. */
const RETRY_AFTER_SECONDS = 1;

/** Gives each refusal of the gateway the interface's status, shape and X-Request-Id. */
export function addGatewayRefusals(api: RestApi, allowedOrigins: readonly string[]): void {
  // A gateway response cannot choose among several; refusals tell a page nothing that it did not send.
  const origin = allowedOrigins.length === 1 ? allowedOrigins[0] : '*';
  for (const [type, body] of Object.entries(GATEWAY_BODIES)) {
    const status = body.from === 'authorizer' ? body.status : refusalStatus(body.refusal);
    const template =
      body.from === 'authorizer'
        ? `$context.authorizer.${body.value}`
        : JSON.stringify(refusalBody('general', body.refusal));
    const headers = {
      'X-Request-Id': 'context.requestId',
      'Cache-Control': "'no-store'",
      'X-Content-Type-Options': "'nosniff'",
      ...(allowedOrigins.length > 0
        ? {
            'Access-Control-Allow-Origin': `'${origin}'`,
            'Access-Control-Expose-Headers': "'Retry-After, X-Request-Id'",
          }
        : {}),
      ...(status === refusalStatus(RATE_LIMITED) ? { 'Retry-After': `'${RETRY_AFTER_SECONDS}'` } : {}),
    };
    const response = new CfnGatewayResponse(api, `Refusal-${type}`, {
      restApiId: api.restApiId,
      responseType: type,
      statusCode: String(status),
      responseTemplates: { 'application/json': template },
      responseParameters: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
      ),
    });
    // The deployment is a snapshot: it must be taken after the responses, and again when one changes.
    api.latestDeployment?.node.addDependency(response);
    api.latestDeployment?.addToLogicalId({ [type]: { status, template, headers } });
  }
}
