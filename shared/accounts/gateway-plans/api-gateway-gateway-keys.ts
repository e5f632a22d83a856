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

/** Calls of API Gateway's control plane by quota. */
export type ControlCall = 'create-key' | 'delete-key' | 'change-plan' | 'other';

interface Rate {
  /** Milliseconds between calls after the burst is used up. */
  readonly everyMs: number;
  readonly burst: number;
}

/**
 * Fixed quotas of an account and region, which cannot be raised: per second, 5 created keys, 5 deleted keys and 10 calls
 * of any kind with a burst of 40; one change of a usage plan in 20 seconds
 * (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). AWS documents no burst for the first three.
 */
const RATES: Readonly<Record<ControlCall, Rate>> = {
  'create-key': { everyMs: 200, burst: 1 },
  'delete-key': { everyMs: 200, burst: 1 },
  'change-plan': { everyMs: 20_000, burst: 1 },
  other: { everyMs: 100, burst: 40 },
};

/** A throttled call doubles the interval for its kind of call; each successful call shortens it by 10%. */
const SLOW_DOWN = 2;
const SPEED_UP = 0.9;
const MAX_INTERVAL_MS = 60_000;

/** Retries of a throttled call before it fails; with growing pauses this takes several minutes. */
const MAX_RETRIES = 12;

/** Pauses of at least this length are reported to the user. */
const REPORTED_FROM_MS = 5_000;

interface RateLimiterOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly notify: (line: string) => void;
  /** Whether an error means that the control plane throttled the call. */
  readonly isThrottle: (error: unknown) => boolean;
}

/**
 * Keeps calls within the rate limits of the control plane, and slows down if others use the same account. A throttled
 * call is retried later.
 * @returns a function that runs a call as soon as the limits permit.
 */
export function createControlPlaneRateLimiter({ now, pause, notify, isThrottle }: RateLimiterOptions) {
  const everyMs: Record<ControlCall, number> = {
    'create-key': RATES['create-key'].everyMs,
    'delete-key': RATES['delete-key'].everyMs,
    'change-plan': RATES['change-plan'].everyMs,
    other: RATES.other.everyMs,
  };
  /** When the token bucket of each kind is full again. */
  const fullAt: Partial<Record<ControlCall, number>> = {};

  /** Reserves a call and returns the milliseconds until it may run. */
  const reserve = (kind: ControlCall): number => {
    const at = now();
    const full = Math.max(fullAt[kind] ?? at, at) + everyMs[kind];
    fullAt[kind] = full;
    return full - at - everyMs[kind] * RATES[kind].burst;
  };

  return async <Answer>(kind: ControlCall, call: () => Promise<Answer>): Promise<Answer> => {
    for (let throttled = 0; ; ) {
      const waitMs = Math.max(0, reserve(kind), kind === 'other' ? 0 : reserve('other'));
      if (waitMs >= REPORTED_FROM_MS) {
        notify(
          `API Gateway limits the rate of changes. The next change is in ${Math.ceil(waitMs / 1000)} seconds ...`,
        );
      }
      if (waitMs > 0) await pause(waitMs);
      try {
        const answer = await call();
        everyMs[kind] = Math.max(RATES[kind].everyMs, everyMs[kind] * SPEED_UP);
        return answer;
      } catch (error) {
        throttled += 1;
        if (!isThrottle(error) || throttled > MAX_RETRIES) throw error;
        everyMs[kind] = Math.min(MAX_INTERVAL_MS, everyMs[kind] * SLOW_DOWN);
        fullAt[kind] = now() + everyMs[kind] * RATES[kind].burst;
      }
    }
  };
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
