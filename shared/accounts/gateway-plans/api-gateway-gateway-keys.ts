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
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway';
import * as v from 'valibot';
import { enterpriseThrottle, type Throttle } from '../organizations/organization-plan.ts';
import type { GatewayKeys, GatewayResource } from './gateway-keys.ts';
import { GatewayLimitReachedError, type GatewayUse } from './gateway-limits.ts';

const NAME = /^(org_[0-9A-Za-z]+)-(\d+)$/;

/** Name prefix of all gateway keys and plans of a stage. */
export const gatewayNamePrefix = (stageName: string): string => `freight-${stageName}-`;

/** Name of a gateway key or plan. It contains the organization and the creation time. */
export function gatewayResourceName(stageName: string, orgId: string, now: Date): string {
  return `${gatewayNamePrefix(stageName)}${orgId}-${now.getTime()}`;
}

/** Parses the organization and creation time from a name; undefined for other names. */
export function readGatewayResourceName(
  stageName: string,
  name: string,
): { readonly orgId: string; readonly madeAt: Date } | undefined {
  const prefix = gatewayNamePrefix(stageName);
  const [, orgId, since] = (name.startsWith(prefix) && NAME.exec(name.slice(prefix.length))) || [];
  return orgId === undefined ? undefined : { orgId, madeAt: new Date(Number(since)) };
}

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
 * letters and digits.
 * @param notify reports a wait.
 */
export function createApiGatewayGatewayKeys(
  client: APIGatewayClient,
  stage: GatewayStage,
  notify: (line: string) => void = () => {},
): GatewayKeys {
  const { restApiId, stageName, standardPlanId, propagationMs } = stage;
  const updatePlan = (usagePlanId: string, patchOperations: PatchOperation[]) =>
    client.send(new UpdateUsagePlanCommand({ usagePlanId, patchOperations }));
  const read = (kind: GatewayResource['kind'], items: readonly Named[] = []) =>
    items.flatMap(({ id, name }): GatewayResource[] => {
      const owner = readGatewayResourceName(stageName, name ?? '');
      return id && owner ? [{ kind, id, ...owner }] : [];
    });

  const accountThrottle = async (): Promise<Throttle | undefined> => {
    const { throttleSettings = {} } = await client.send(new GetAccountCommand());
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
      const plan = await withinLimit('plans', () => client.send(create));
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
          await client.send(remove);
        } catch (error) {
          if (!(error instanceof BadRequestException)) throw error;
          // API Gateway rejects the deletion of a plan that still has a stage.
          const read = new GetUsagePlanCommand({ usagePlanId: planId });
          const { apiStages = [] } = await client.send(read);
          const stages = apiStages.map(({ apiId, stage: name }) => `${apiId}:${name}`);
          if (stages.length === 0) throw error;
          await updatePlan(
            planId,
            stages.map((value) => ({ op: 'remove', path: '/apiStages', value })),
          );
          await client.send(remove);
        }
      }),

    createKeyInPlan: async (orgId, planId, now) => {
      const create = new CreateApiKeyCommand({
        name: gatewayResourceName(stageName, orgId, now),
        description: `Throttle bucket of organization ${orgId}`,
        enabled: true,
      });
      const created = await withinLimit('keys', () => client.send(create));
      const { id, value } = v.parse(withIdAndValue, created);
      const join = new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId: id, keyType: 'API_KEY' });
      await client.send(join);
      return { id, value, planId };
    },

    deleteKey: (gatewayKeyId) =>
      unlessGone(() => client.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))),

    waitUntilUsable: async () => {
      if (propagationMs === 0) return;
      notify(`Waiting ${propagationMs / 1000} seconds until API Gateway accepts the new key ...`);
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

/**
 * Client settings: the SDK slows down when API Gateway throttles, and tries again for minutes. Its quotas cannot be raised:
 * 5 keys created and 5 deleted a second, one change of a usage plan in 20 seconds
 * (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const CONTROL_PLANE_RETRIES = { retryMode: 'adaptive', maxAttempts: 12 } as const;

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
