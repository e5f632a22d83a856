import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ApiKeyRecord } from '../../shared/accounts/api-keys/api-key-record.ts';
import {
  type AccessDecision,
  authorize,
  type HeaderValues,
} from '../../shared/accounts/authorization/authorize.ts';
import type { KeyDirectory } from '../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { errorFormatOf } from '../../shared/platform/http/rejection.ts';
import { describeError, inLogContext, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { gatewayAnswer } from './gateway-answer.ts';

/**
 * Creates the REQUEST authorizer. It uses the resource that API Gateway matched instead of the path, which may contain a
 * custom domain's prefix, a trailing slash or unnecessary escapes.
 * @param keyUsed called with each valid key; it must not wait.
 * @throws errors of the directory after logging them. API Gateway then answers its static 500.
 */
export function createAuthorizer(directory: KeyDirectory, keyUsed?: (key: ApiKeyRecord) => void) {
  const answer = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const { httpMethod: method, resource, methodArn } = event;
    let decision: AccessDecision;
    try {
      decision = await authorize(
        { headers: headerValues(event), method, resource },
        directory,
        Date.now,
        keyUsed,
      );
    } catch (error) {
      log(LOG.authorizerFailed, describeError(error));
      throw error;
    }
    if (decision.access === 'deny') {
      log(LOG.callDenied, { method, resource, rejection: decision.rejection });
    }
    return gatewayAnswer(decision, errorFormatOf(resource), methodArn);
  };
  return (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> =>
    inLogContext({ requestId: event.requestContext.requestId }, () => answer(event));
}

function headerValues({ multiValueHeaders, headers }: APIGatewayRequestAuthorizerEvent): HeaderValues {
  if (multiValueHeaders) return multiValueHeaders;
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, value === undefined ? [] : [value]]),
  );
}
