import { AuthorizationType, type MethodDeploymentOptions, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { PROBE_PATH } from '../../../functions/probe/definition.ts';
import { SHARED_QUOTES_PATH } from '../../../shared/quotes/sharing/share-document.ts';
import { acknowledgeOpenMethod } from './api-findings.ts';
import { callFunction } from './call-function.ts';

/** Methods without authorizer and API key. Their throttle is for all callers together, and they have no metrics that would cost. */
const OPEN_METHODS = {
  description: {
    path: '/openapi.json',
    methods: ['GET', 'HEAD'],
    // Each has a hundred times the size of a usual response.
    callsPerSecond: 10,
    reason:
      'Integrators read the description before they have an API key. The function returns one file of its bundle, has no rights, and the stage limits its calls.',
  },
  sharedQuote: {
    path: `${SHARED_QUOTES_PATH}/{token}`,
    methods: ['GET'],
    // The web ACL limits each address to 100 calls in five minutes, so that few addresses cannot use it up. A PDF file takes up
    // to 0.5 s of a vCPU: callers keep at most 25 executions busy, and cost at most 50 writes per second.
    callsPerSecond: 50,
    reason:
      'Customers of an organization have no API key. A token with 256 random bits replaces it, and expires; the function can read, and count views; the stage and the web ACL limit its calls.',
  },
  probe: {
    path: PROBE_PATH,
    methods: ['POST'],
    // Above what one address may send before the web ACL blocks it, so that few addresses cannot keep the probe's own call out.
    callsPerSecond: 50,
    reason:
      'Webhooks carry no API key. The function verifies the signature of the webhook and its time, reads at most 64 KB, and writes only metrics; the stage and the web ACL limit its calls.',
  },
} as const;

type OpenMethods = keyof typeof OPEN_METHODS;

/** Options of the stage for open methods. */
export const openMethodOptions = (names: readonly OpenMethods[]): Record<string, MethodDeploymentOptions> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { path, methods, callsPerSecond } = OPEN_METHODS[name];
      const throttle = { throttlingRateLimit: callsPerSecond, throttlingBurstLimit: 2 * callsPerSecond };
      return methods.map((method) => [`${path}/${method}`, { ...throttle, metricsEnabled: false }]);
    }),
  );

/** Adds methods that anybody may call. */
export function addOpenMethods(api: RestApi, name: OpenMethods, lambda: IFunction): void {
  const { path, methods, reason } = OPEN_METHODS[name];
  const resource = api.root.resourceForPath(path);
  for (const method of methods) {
    const open = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false };
    acknowledgeOpenMethod(resource.addMethod(method, callFunction(api, lambda), open), reason);
  }
}
