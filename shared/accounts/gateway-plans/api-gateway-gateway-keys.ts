import {
  type APIGatewayClient,
  BadRequestException,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  GetAccountCommand,
  GetUsagePlanCommand,
  LimitExceededException,
  NotFoundException,
  type PatchOperation,
  paginateGetApiKeys,
  paginateGetUsagePlans,
  TooManyRequestsException,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway';
import * as v from 'valibot';
import { enterpriseThrottle, type Throttle } from '../organizations/organization-plan.ts';
import { createControlPlaneRateLimiter, type RateLimiterOptions } from './control-plane-rate-limiter.ts';
import type { GatewayKeys, GatewayResource } from './gateway-keys.ts';
import { GatewayLimitReachedError, type GatewayUse } from './gateway-limits.ts';
import { gatewayNamePrefix, gatewayResourceName, readGatewayResourceName } from './gateway-resource-name.ts';

/** The API stage of the throttle buckets. */
export interface GatewayStage {
  readonly restApiId: string;
  readonly stageName: string;
  readonly standardPlanId: string;
  /** Time to wait until a new key is known to all gateway nodes. AWS documents no upper bound. */
  readonly propagationMs: number;
}

interface Named {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** Maximum page size of the list operations. */
const PAGE_SIZE = 500;

const withId = v.object({ id: v.string() });
const withIdAndValue = v.object({ id: v.string(), value: v.string() });

/**
 * Throttle buckets as API keys and usage plans of API Gateway. API Gateway generates the value of a key: 40 random
 * letters and digits. Calls stay within the rate limits of the control plane, which cannot be raised.
 * @param waiting functions to wait and to report long waits.
 */
export function createApiGatewayGatewayKeys(
  client: APIGatewayClient,
  stage: GatewayStage,
  waiting: Partial<Pick<RateLimiterOptions, 'now' | 'pause' | 'notify'>> = {},
): GatewayKeys {
  const { restApiId, stageName, standardPlanId, propagationMs } = stage;
  const limitRate = createControlPlaneRateLimiter({
    now: Date.now,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    notify: () => {},
    isThrottle: (error) => error instanceof TooManyRequestsException,
    ...waiting,
  });
  const updatePlan = (usagePlanId: string, patchOperations: PatchOperation[]) =>
    limitRate('change-plan', () => client.send(new UpdateUsagePlanCommand({ usagePlanId, patchOperations })));
  const read = (kind: GatewayResource['kind'], items: readonly Named[] = []) =>
    items.flatMap(({ id, name }): GatewayResource[] => {
      const owner = readGatewayResourceName(stageName, name ?? '');
      return id && owner ? [{ kind, id, ...owner }] : [];
    });

  const accountThrottle = async (): Promise<Throttle | undefined> => {
    const { throttleSettings = {} } = await limitRate('other', () => client.send(new GetAccountCommand()));
    const { rateLimit, burstLimit } = throttleSettings;
    return rateLimit === undefined || burstLimit === undefined ? undefined : { rateLimit, burstLimit };
  };
  const throttleOf = async (requestsPerMinute: number): Promise<Throttle> =>
    enterpriseThrottle(requestsPerMinute, (await accountThrottle())?.burstLimit);

  return {
    standardPlanId,

    accountThrottle,

    createEnterprisePlan: async (orgId, requestsPerMinute, now) => {
      const create = new CreateUsagePlanCommand({
        name: gatewayResourceName(stageName, orgId, now),
        description: `Enterprise organization ${orgId}`,
        apiStages: [{ apiId: restApiId, stage: stageName }],
        throttle: await throttleOf(requestsPerMinute),
      });
      const plan = await withinLimit('plans', () => limitRate('other', () => client.send(create)));
      return v.parse(withId, plan).id;
    },

    updateEnterprisePlan: async (planId, requestsPerMinute) => {
      const throttle = Object.entries(await throttleOf(requestsPerMinute));
      await updatePlan(
        planId,
        throttle.map(([name, value]) => ({ op: 'replace', path: `/throttle/${name}`, value: String(value) })),
      );
    },

    deletePlan: (planId) =>
      unlessGone(async () => {
        const remove = new DeleteUsagePlanCommand({ usagePlanId: planId });
        try {
          await limitRate('other', () => client.send(remove));
        } catch (error) {
          if (!(error instanceof BadRequestException)) throw error;
          // API Gateway rejects the deletion of a plan that still has a stage.
          const read = new GetUsagePlanCommand({ usagePlanId: planId });
          const { apiStages = [] } = await limitRate('other', () => client.send(read));
          const stages = apiStages.map(({ apiId, stage: name }) => `${apiId}:${name}`);
          if (stages.length === 0) throw error;
          await updatePlan(
            planId,
            stages.map((value) => ({ op: 'remove', path: '/apiStages', value })),
          );
          await limitRate('other', () => client.send(remove));
        }
      }),

    createKeyInPlan: async (orgId, planId, now) => {
      const create = new CreateApiKeyCommand({
        name: gatewayResourceName(stageName, orgId, now),
        description: `Throttle bucket of organization ${orgId}`,
        enabled: true,
      });
      const created = await withinLimit('keys', () => limitRate('create-key', () => client.send(create)));
      const { id, value } = v.parse(withIdAndValue, created);
      const join = new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId: id, keyType: 'API_KEY' });
      await limitRate('other', () => client.send(join));
      return { id, value, planId };
    },

    deleteKey: (gatewayKeyId) =>
      unlessGone(() =>
        limitRate('delete-key', () => client.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))),
      ),

    waitUntilUsable: async () => {
      if (propagationMs === 0) return;
      waiting.notify?.(`Waiting ${propagationMs / 1000} seconds until API Gateway accepts the new key ...`);
      await new Promise((resolve) => setTimeout(resolve, propagationMs));
    },

    listCreated: async () => {
      const made: GatewayResource[] = [];
      const paging = { client, pageSize: PAGE_SIZE };
      const keys = paginateGetApiKeys(paging, { nameQuery: gatewayNamePrefix(stageName) });
      for await (const { items } of keys) made.push(...read('key', items));
      for await (const { items } of paginateGetUsagePlans(paging, {})) made.push(...read('plan', items));
      return made;
    },

    countAll: async () => {
      const use = { keys: 0, plans: 0 };
      const paging = { client, pageSize: PAGE_SIZE };
      for await (const { items = [] } of paginateGetApiKeys(paging, {})) use.keys += items.length;
      for await (const { items = [] } of paginateGetUsagePlans(paging, {})) use.plans += items.length;
      return use;
    },
  };
}

/** Client settings for retries: list operations do not use the rate limiter, and the network may fail. */
export const CONTROL_PLANE_RETRIES = { retryMode: 'standard', maxAttempts: 6 } as const;

async function withinLimit<Answer>(kind: keyof GatewayUse, create: () => Promise<Answer>): Promise<Answer> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof LimitExceededException) throw new GatewayLimitReachedError(kind);
    throw error;
  }
}

async function unlessGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
  }
}
