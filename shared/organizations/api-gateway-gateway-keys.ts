import {
  type APIGatewayClient,
  BadRequestException,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanCommand,
  NotFoundException,
  type PatchOperation,
  paginateGetApiKeys,
  paginateGetUsagePlans,
  UpdateUsagePlanCommand,
} from '@aws-sdk/client-api-gateway';
import * as v from 'valibot';
import type { GatewayKeys, GatewayResource } from './gateway-keys.ts';
import { gatewayNamePrefix, gatewayResourceName, readGatewayResourceName } from './gateway-resource-name.ts';
import { enterpriseThrottle } from './organization-plan.ts';

/** Which API the throttle buckets are for. */
export interface GatewayStage {
  readonly restApiId: string;
  readonly stageName: string;
  readonly standardPlanId: string;
  /** How long to give a new key to reach the gateway's nodes; AWS states no bound. */
  readonly takeUpMs: number;
}

interface Named {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** The most that one page of a list may have. */
const PAGE_SIZE = 500;

const withId = v.object({ id: v.string() });
const withIdAndValue = v.object({ id: v.string(), value: v.string() });

/**
 * Throttle buckets as API keys and usage plans of API Gateway. The key's value is left for the gateway to choose: 40
 * random letters and digits. The gateway's control plane allows few calls a second (some plan calls one in several
 * seconds), so the client must be set to retry patiently: see `PATIENT_RETRIES`.
 */
export function createApiGatewayGatewayKeys(client: APIGatewayClient, stage: GatewayStage): GatewayKeys {
  const { restApiId, stageName, standardPlanId, takeUpMs } = stage;
  const updatePlan = (usagePlanId: string, patchOperations: PatchOperation[]) =>
    client.send(new UpdateUsagePlanCommand({ usagePlanId, patchOperations }));
  const read = (kind: GatewayResource['kind'], items: readonly Named[] = []) =>
    items.flatMap(({ id, name }): GatewayResource[] => {
      const owner = readGatewayResourceName(stageName, name ?? '');
      return id && owner ? [{ kind, id, ...owner }] : [];
    });

  return {
    standardPlanId,

    createEnterprisePlan: async (orgId, requestsPerMinute, now) => {
      const plan = await client.send(
        new CreateUsagePlanCommand({
          name: gatewayResourceName(stageName, orgId, now),
          description: `Enterprise organization ${orgId}`,
          apiStages: [{ apiId: restApiId, stage: stageName }],
          throttle: enterpriseThrottle(requestsPerMinute),
        }),
      );
      return v.parse(withId, plan).id;
    },

    updateEnterprisePlan: async (planId, requestsPerMinute) => {
      const throttle = Object.entries(enterpriseThrottle(requestsPerMinute));
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
          // A plan that still has a stage is not deleted.
          await updatePlan(planId, [
            { op: 'remove', path: '/apiStages', value: `${restApiId}:${stageName}` },
          ]);
          await client.send(remove);
        }
      }),

    createKeyInPlan: async (orgId, planId, now) => {
      const created = await client.send(
        new CreateApiKeyCommand({
          name: gatewayResourceName(stageName, orgId, now),
          description: `Throttle bucket of organization ${orgId}`,
          enabled: true,
        }),
      );
      const { id, value } = v.parse(withIdAndValue, created);
      await client.send(
        new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId: id, keyType: 'API_KEY' }),
      );
      return { id, value, planId };
    },

    deleteKey: (gatewayKeyId) =>
      unlessGone(() => client.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))),

    takenUp: () => new Promise((resolve) => setTimeout(resolve, takeUpMs)),

    listMade: async () => {
      const made: GatewayResource[] = [];
      const paging = { client, pageSize: PAGE_SIZE };
      const keys = paginateGetApiKeys(paging, { nameQuery: gatewayNamePrefix(stageName) });
      for await (const { items } of keys) made.push(...read('key', items));
      for await (const { items } of paginateGetUsagePlans(paging, {})) made.push(...read('plan', items));
      return made;
    },
  };
}

/** Client settings for a control plane that throttles hard: some 40 seconds of growing waits before giving up. */
export const PATIENT_RETRIES = { retryMode: 'standard', maxAttempts: 10 } as const;

async function unlessGone(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
  }
}
