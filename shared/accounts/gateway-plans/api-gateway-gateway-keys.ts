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
import type { GatewayKey } from '../organizations/organization.ts';
import {
  enterpriseThrottle,
  type OrganizationPlan,
  type Throttle,
} from '../organizations/organization-plan.ts';

interface GatewayUse {
  readonly keys: number;
  readonly plans: number;
}

/**
 * Quotas of an AWS account in a region (docs.aws.amazon.com/apigateway/latest/developerguide/
 * api-gateway-execution-service-limits-table.html). AWS can raise the quota of plans, but not that of keys.
 */
export const GATEWAY_LIMITS: GatewayUse = { keys: 10_000, plans: 300 };

const NEAR = 0.8;

const ADVICE: Readonly<Record<keyof GatewayUse, string>> = {
  keys: 'AWS cannot raise this limit. freight org cleanup and freight org erase free keys; more organizations need another account or region.',
  plans:
    'Each enterprise organization has one. Request an increase in Service Quotas ("Usage plans per account per Region"), or move organizations to the standard plan.',
};

const NAMES: Readonly<Record<keyof GatewayUse, string>> = { keys: 'API keys', plans: 'usage plans' };

/** Warnings for limits of which at least 80% is used. */
export function limitWarnings(use: GatewayUse): string[] {
  return (['keys', 'plans'] as const).flatMap((kind) => {
    const [used, most] = [use[kind], GATEWAY_LIMITS[kind]];
    if (used < most * NEAR) return [];
    const state = used >= most ? 'At the limit' : 'Near the limit';
    return [
      `${state}: ${used} of ${most} ${NAMES[kind]} of this account and region are in use. ${ADVICE[kind]}`,
    ];
  });
}

/** API Gateway rejects a new key or plan because the quota of the AWS account is used up. */
class GatewayLimitReachedError extends Error {
  override readonly name = 'GatewayLimitReachedError';

  constructor(kind: keyof GatewayUse) {
    super(
      `API Gateway cannot create more ${NAMES[kind]} in this account and region: the limit (default ${GATEWAY_LIMITS[kind]}) is reached. ${ADVICE[kind]}`,
    );
  }
}

export interface GatewayResource {
  readonly kind: 'key' | 'plan';
  readonly id: string;
  readonly orgId: string;
  readonly madeAt: Date;
}

/** Port: throttle buckets in API Gateway. Deleting a missing key or plan succeeds. */
export interface GatewayKeys {
  /** The usage plan that all standard organizations share. */
  readonly standardPlanId: string;
  /** Throttle of all APIs of the AWS account and region; undefined for the local service, which has none. */
  accountThrottle(): Promise<Throttle | undefined>;
  /** Creates a usage plan for one organization. Its burst is at most that of the account. @returns its ID. */
  createEnterprisePlan(orgId: string, requestsPerMinute: number, now: Date): Promise<string>;
  updateEnterprisePlan(planId: string, requestsPerMinute: number): Promise<void>;
  /** Deletes a usage plan. Its keys must be deleted first. */
  deletePlan(planId: string): Promise<void>;
  /** Creates a gateway key with a random value in a usage plan. */
  createKeyInPlan(orgId: string, planId: string, now: Date): Promise<GatewayKey>;
  deleteKey(gatewayKeyId: string): Promise<void>;
  /** Resolves when the gateway is expected to know a key that was just created. */
  waitUntilUsable(): Promise<void>;
  /** All existing keys and plans of this stage that belong to organizations. */
  listCreated(): Promise<readonly GatewayResource[]>;
  /** Counts all keys and plans of the AWS account and region. */
  countAll(): Promise<GatewayUse>;
}

/** ID of the usage plan for an organization's key: the shared standard plan, or a new enterprise plan. */
export async function planIdFor(
  gatewayKeys: GatewayKeys,
  plan: OrganizationPlan,
  orgId: string,
  now: Date,
): Promise<string> {
  if (plan.name === 'standard') return gatewayKeys.standardPlanId;
  return gatewayKeys.createEnterprisePlan(orgId, plan.requestsPerMinute, now);
}

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
