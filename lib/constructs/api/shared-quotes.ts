import { AuthorizationType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SHARED_QUOTES_PATH } from '../../../shared/quotes/sharing/shared-quotes-path.ts';
import { acknowledgeOpenMethod } from './api-findings.ts';
import { callFunction } from './call-function.ts';

const PATH = `${SHARED_QUOTES_PATH}/{token}`;

/**
 * Throttle of shared sheets, for all callers together; the web ACL limits each address to 100 calls in five minutes, so that
 * few addresses cannot use it up. A PDF file takes up to 0.5 s of a vCPU: callers without a key keep at most 25 executions
 * busy, and cost at most 50 writes per second.
 */
export const SHARED_QUOTE_METHOD = {
  [`${PATH}/GET`]: { throttlingRateLimit: 50, throttlingBurstLimit: 100, metricsEnabled: false },
} as const;

/** Adds `GET /shared-quotes/{token}`: the sheet of a share link, without an API key. */
export function addSharedQuotes(api: RestApi, lambda: IFunction): void {
  const method = api.root.resourceForPath(PATH).addMethod('GET', callFunction(api, lambda), {
    authorizationType: AuthorizationType.NONE,
    apiKeyRequired: false,
  });
  acknowledgeOpenMethod(
    method,
    'Customers of an organization have no API key. A token with 256 random bits replaces it, and expires; the function can read, and count views; the stage and the web ACL limit its calls.',
  );
}
