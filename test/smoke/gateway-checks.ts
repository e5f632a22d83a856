import {
  GetAuthorizersCommand,
  GetResourcesCommand,
  GetRestApiCommand,
  GetStageCommand,
  GetUsagePlanCommand,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import { ENDPOINTS } from '../../functions/definitions.ts';
import { PROBE_PATH } from '../../functions/probe/definition.ts';
import { STANDARD_PLAN_THROTTLE } from '../../shared/accounts/organizations/organization-plan.ts';
import { SHARED_QUOTES_PATH } from '../../shared/quotes/sharing/share-document.ts';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/**
 * The health check and the description answer fixed texts, the receiver of the probe verifies signatures, and the token of a
 * share link replaces a key.
 */
const WITHOUT_KEY = [
  ...['GET /health', 'GET /openapi.json', 'HEAD /openapi.json', 'GET /mcp', 'DELETE /mcp'],
  `POST ${PROBE_PATH}`,
  `GET ${SHARED_QUOTES_PATH}/{token}`,
];

/** AWS's limit of an account and region, unless it was raised. */
const MAX_GATEWAY_KEYS = 10_000;
const NEAR = 0.8;

/** Checks of the API and its usage plans in API Gateway. */
export function gatewayChecks({ gateway, published, names, settings }: Deployment): Check[] {
  const restApiId = published(names.restApiId);
  const stageName = published(names.stageName);
  return [
    {
      name: 'usage plans use the key that the authorizer returns',
      emulatorLacks: 'gateway keys that an authorizer names',
      run: async () => {
        const api = await gateway.send(new GetRestApiCommand({ restApiId }));
        return unlessWrong(
          [
            ...(api.apiKeySource === 'AUTHORIZER' ? [] : [`the key source is ${api.apiKeySource}`]),
            ...(api.endpointConfiguration?.types?.includes('REGIONAL')
              ? []
              : ['the endpoint is not regional']),
          ],
          'key source AUTHORIZER, regional endpoint',
        );
      },
    },
    {
      name: 'the authorizer runs for every call',
      run: async () => {
        const { items = [] } = await gateway.send(new GetAuthorizersCommand({ restApiId }));
        const [only] = items;
        return unlessWrong([
          ...(items.length === 1 && only?.type === 'REQUEST' ? [] : ['there is not one REQUEST authorizer']),
          ...(only?.authorizerResultTtlInSeconds === 0 ? [] : ['its answers are cached']),
        ]);
      },
    },
    {
      name: 'every operation exists and requires the authorizer and a key',
      run: async () => {
        const { items = [] } = await gateway.send(
          new GetResourcesCommand({ restApiId, embed: ['methods'], limit: 500 }),
        );
        const open = new Map<string, boolean>(
          items.flatMap(({ path, resourceMethods = {} }) =>
            Object.entries(resourceMethods).map(
              ([method, { authorizationType, apiKeyRequired }]) =>
                [`${method} ${path}`, authorizationType !== 'CUSTOM' || !apiKeyRequired] as const,
            ),
          ),
        );
        const wanted = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
        return unlessWrong(
          [
            ...wanted.filter((operation) => !open.has(operation)).map((operation) => `no ${operation}`),
            ...[...open]
              .filter(([operation, isOpen]) => isOpen && !WITHOUT_KEY.includes(operation))
              .map(([operation]) => `${operation} needs no key`),
          ],
          `${wanted.length} operations`,
        );
      },
    },
    {
      name: 'the standard plan has the specified throttle',
      run: async () => {
        const plan = await gateway.send(
          new GetUsagePlanCommand({ usagePlanId: published(names.standardUsagePlanId) }),
        );
        const { rateLimit, burstLimit } = STANDARD_PLAN_THROTTLE;
        const isOn = plan.apiStages?.some(({ apiId, stage }) => apiId === restApiId && stage === stageName);
        return unlessWrong(
          [
            ...(plan.throttle?.rateLimit === rateLimit && plan.throttle.burstLimit === burstLimit
              ? []
              : [`it has ${plan.throttle?.rateLimit} a second and ${plan.throttle?.burstLimit} at once`]),
            ...(isOn ? [] : ['it is not on the stage']),
          ],
          `${rateLimit} calls a second, ${burstLimit} at once`,
        );
      },
    },
    {
      name: 'the stage has the logging, tracing and web ACL of the environment',
      emulatorLacks: 'access logs',
      run: async () => {
        const stage = await gateway.send(new GetStageCommand({ restApiId, stageName }));
        return unlessWrong([
          ...(stage.accessLogSettings?.destinationArn ? [] : ['no access logs']),
          ...(Boolean(stage.tracingEnabled) === settings.tracing ? [] : ['tracing differs']),
          ...(settings.webAcl && !stage.webAclArn ? ['no web ACL'] : []),
        ]);
      },
    },
    {
      name: 'the account has gateway keys left',
      run: async () => {
        let keys = 0;
        for await (const { items = [] } of paginateGetApiKeys({ client: gateway, pageSize: 500 }, {})) {
          keys += items.length;
        }
        const detail = `${keys} of ${MAX_GATEWAY_KEYS}`;
        return unlessWrong(
          keys < NEAR * MAX_GATEWAY_KEYS ? [] : [`${detail}: have the limit raised`],
          detail,
        );
      },
    },
  ];
}
