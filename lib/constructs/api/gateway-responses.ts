import { CfnGatewayResponse, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  INTERNAL_ERROR,
  RATE_LIMITED,
  type Rejection,
  rejectionBody,
  rejectionStatus,
} from '../../../shared/platform/http/rejection.ts';
import { SHARED_SHEET_ERRORS } from '../../../shared/quotes/sheet/sheet-style.ts';

/** Status of the bodies that the authorizer prepares in the error format of the path, by their names in its context. */
const PREPARED = { rejection: 401, throttled: 429, failed: 500 } as const;

const NOT_FOUND: Rejection = {
  kind: 'not-found',
  message: 'No operation has this path and method. Check both against the documentation.',
};
const UNAUTHORIZED: Rejection = {
  kind: 'unauthorized',
  message: 'A valid API key is required, in x-api-key or as Authorization: Bearer.',
};
const FORBIDDEN: Rejection = { kind: 'forbidden', message: 'The request was rejected.' };
const BAD_REQUEST: Rejection = { kind: 'invalid', message: 'The request is malformed.' };
const TOO_LARGE: Rejection = {
  kind: 'invalid',
  message:
    'The request is too large. Limits: 1 MB for the body; 10,240 bytes for the path, the query and all headers together.',
};

/**
 * All gateway responses, by type. Types that occur after the authorizer use the body that it prepared; the others have one in
 * the general format. Gateway responses have no conditions, so each type has one body.
 */
const GATEWAY_BODIES: Readonly<Record<string, Rejection | keyof typeof PREPARED>> = {
  ACCESS_DENIED: 'rejection',
  THROTTLED: 'throttled',
  QUOTA_EXCEEDED: 'throttled',
  // A gateway key that is in no usage plan is a provisioning error of the service, not of the caller.
  INVALID_API_KEY: 'failed',
  INTEGRATION_FAILURE: 'failed',
  INTEGRATION_TIMEOUT: 'failed',
  // A function crashed or returned an invalid response, after the authorizer.
  DEFAULT_5XX: 'failed',
  API_CONFIGURATION_ERROR: INTERNAL_ERROR,
  AUTHORIZER_CONFIGURATION_ERROR: INTERNAL_ERROR,
  AUTHORIZER_FAILURE: INTERNAL_ERROR,
  MISSING_AUTHENTICATION_TOKEN: NOT_FOUND,
  RESOURCE_NOT_FOUND: NOT_FOUND,
  UNAUTHORIZED: UNAUTHORIZED,
  WAF_FILTERED: FORBIDDEN,
  BAD_REQUEST_BODY: BAD_REQUEST,
  BAD_REQUEST_PARAMETERS: BAD_REQUEST,
  UNSUPPORTED_MEDIA_TYPE: BAD_REQUEST,
  REQUEST_TOO_LARGE: TOO_LARGE,
  DEFAULT_4XX: BAD_REQUEST,
};

/** What a person in a browser sees: the open methods have no authorizer that prepares a body. */
const PAGES: Readonly<Record<number, string>> = {
  404: SHARED_SHEET_ERRORS.write('not-found'),
  429: SHARED_SHEET_ERRORS.write('rate-limited'),
  500: SHARED_SHEET_ERRORS.write('internal'),
};

/** Gives each error response of the gateway the status and body of the interface and the header X-Request-Id. */
export function addGatewayResponses(api: RestApi, allowedOrigins: readonly string[]): void {
  // A gateway response cannot choose one of several origins. "*" is safe, since these bodies contain no data of the caller.
  const origin = allowedOrigins.length === 1 ? allowedOrigins[0] : '*';
  for (const [type, body] of Object.entries(GATEWAY_BODIES)) {
    const [status, template] =
      typeof body === 'string'
        ? [PREPARED[body], `$context.authorizer.${body}`]
        : [rejectionStatus(body), JSON.stringify(rejectionBody('general', body))];
    const page = PAGES[status];
    // The gateway chooses by the first type of Accept.
    const templates = { 'application/json': template, ...(page && { 'text/html': page }) };
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
      ...(status === rejectionStatus(RATE_LIMITED) ? { 'Retry-After': `'${RATE_LIMITED.retryAfter}'` } : {}),
    };
    const response = new CfnGatewayResponse(api, `Rejection-${type}`, {
      restApiId: api.restApiId,
      responseType: type,
      statusCode: String(status),
      responseTemplates: templates,
      responseParameters: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
      ),
    });
    // A deployment is a snapshot: it must be created after the responses, and again when one of them changes.
    api.latestDeployment?.node.addDependency(response);
    api.latestDeployment?.addToLogicalId({ [type]: { status, templates, headers } });
  }
}
