import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { ACCESS_REJECTIONS } from '../../shared/accounts/authorization/access-rejections.ts';
import type { AccessDecision } from '../../shared/accounts/authorization/authorize.ts';
import {
  ERROR_FORMATS,
  type ErrorFormat,
  INTERNAL_ERROR,
  RATE_LIMITED,
  type Rejection,
  rejectionBody,
  rejectionStatus,
} from '../../shared/platform/http/rejection.ts';

/** API Gateway requires a principal also for denied calls. */
const DENIED_PRINCIPAL = 'anonymous';

/** Error bodies by error format that the gateway sends if it throttles a call or fails after the authorizer. */
const GATEWAY_BODIES = Object.fromEntries(
  ERROR_FORMATS.map((errorFormat) => [
    errorFormat,
    {
      throttled: asciiErrorBody(errorFormat, RATE_LIMITED),
      failed: asciiErrorBody(errorFormat, INTERNAL_ERROR),
    },
  ]),
) as Readonly<Record<ErrorFormat, { throttled: string; failed: string }>>;

/**
 * A decision in the form API Gateway takes. Context: `orgId`, `mode`, `keyId`, `scopes` of the caller; `rejection`, the error
 * body in the error format of the path, and `rejectionStatus` where the operation's function must answer it; `throttled` and
 * `failed`, the bodies of the gateway's own 429 and 500.
 */
export function gatewayAnswer(
  decision: AccessDecision,
  errorFormat: ErrorFormat,
  methodArn: string,
): APIGatewayAuthorizerResult {
  const rejection = decision.rejection && ACCESS_REJECTIONS[decision.rejection];
  const bodies = {
    ...GATEWAY_BODIES[errorFormat],
    ...(rejection && { rejection: asciiErrorBody(errorFormat, rejection) }),
  };
  if (decision.access === 'deny') {
    return {
      principalId: DENIED_PRINCIPAL,
      policyDocument: policy('Deny', stageResources(methodArn)),
      context: bodies,
    };
  }
  const { scopes, ...caller } = decision.caller;
  return {
    principalId: caller.keyId,
    policyDocument: policy('Allow', stageResources(methodArn)),
    context: {
      ...caller,
      scopes: scopes.join(' '),
      ...bodies,
      ...(rejection && { rejectionStatus: String(rejectionStatus(rejection)) }),
    },
    usageIdentifierKey: decision.gatewayKeyValue,
  };
}

/**
 * All resources of the stage: API Gateway rejects a resource of more than 512 characters and takes `${...}` in it for a
 * policy variable, and a caller chooses the path. The answer counts for this call only, since the gateway caches none.
 */
const stageResources = (methodArn: string): string => `${methodArn.split('/', 2).join('/')}/*`;

function policy(Effect: 'Allow' | 'Deny', Resource: string): APIGatewayAuthorizerResult['policyDocument'] {
  return { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] };
}

/** An error body as ASCII JSON, because API Gateway copies context values to the response byte for byte. */
function asciiErrorBody(errorFormat: ErrorFormat, rejection: Rejection): string {
  return JSON.stringify(rejectionBody(errorFormat, rejection)).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
