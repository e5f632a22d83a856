import { AuthorizationType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { acknowledgeOpenMethod } from './api-findings.ts';
import { callFunction } from './call-function.ts';

const DESCRIPTION_PATH = '/openapi.json';
const METHODS = ['GET', 'HEAD'] as const;

/**
 * Throttles of the methods without a key, for all callers together: at most 10 descriptions per second leave the service,
 * because each has a hundred times the size of a usual response.
 */
export const DESCRIPTION_METHODS = Object.fromEntries(
  METHODS.map((method) => [
    `${DESCRIPTION_PATH}/${method}`,
    { throttlingRateLimit: 10, throttlingBurstLimit: 20, metricsEnabled: false },
  ]),
);

/** Adds `GET` and `HEAD /openapi.json`: the description of the API, without an API key. */
export function addApiDescription(api: RestApi, lambda: IFunction): void {
  const resource = api.root.resourceForPath(DESCRIPTION_PATH);
  for (const method of METHODS) {
    const added = resource.addMethod(method, callFunction(api, lambda), {
      authorizationType: AuthorizationType.NONE,
      apiKeyRequired: false,
    });
    acknowledgeOpenMethod(
      added,
      'Integrators read the description before they have an API key. The function returns one file of its bundle, has no rights, and the stage limits its calls.',
    );
  }
}
