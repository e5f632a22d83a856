import { randomBytes } from 'node:crypto';
import type { StoredState } from '../stored-state.ts';
import type { UsagePlanModel } from '../template/service-model.ts';

export interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

export interface UsagePlan extends UsagePlanModel {
  /** Whether it covers the stage; API Gateway deletes only plans without a stage. */
  readonly hasStage: boolean;
}

export interface GatewayState {
  readonly keys: readonly GatewayKey[];
  /** Plans created by the operator; plans of the template are not stored. */
  readonly plans: readonly UsagePlan[];
  readonly members: readonly { readonly planId: string; readonly keyId: string }[];
}

export const NO_GATEWAY_KEYS: GatewayState = { keys: [], plans: [], members: [] };

/** An error response of the control plane. */
export class ControlPlaneError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const notFound = (what: string) =>
  new ControlPlaneError(404, 'NotFoundException', `Invalid ${what} identifier specified`);

export type GatewayKeys = ReturnType<typeof createGatewayKeys>;

/** The gateway keys and usage plans of the one stage. Each call throws ControlPlaneError for an unknown id. */
export function createGatewayKeys(
  templatePlans: readonly UsagePlanModel[],
  stored: StoredState<GatewayState>,
) {
  const change = (changed: Partial<GatewayState>) => stored.set({ ...stored.get(), ...changed });
  const plans = (): UsagePlan[] => [
    ...templatePlans.map((plan) => ({ ...plan, hasStage: true })),
    ...stored.get().plans,
  ];
  const plan = (id: string): UsagePlan => {
    const found = plans().find((candidate) => candidate.id === id);
    if (found === undefined) throw notFound('Usage Plan');
    return found;
  };
  const key = (id: string): GatewayKey => {
    const found = stored.get().keys.find((candidate) => candidate.id === id);
    if (found === undefined) throw notFound('API Key');
    return found;
  };
  return {
    plans,
    plan,
    keys: (namePrefix: string) => stored.get().keys.filter(({ name }) => name.startsWith(namePrefix)),
    /** The plan of a key value. */
    planOf: (value: string): UsagePlan | undefined => {
      const { keys, members } = stored.get();
      const found = keys.find((candidate) => candidate.value === value && candidate.enabled);
      const ids = members.filter(({ keyId }) => keyId === found?.id).map(({ planId }) => planId);
      return plans().find(({ id, hasStage }) => hasStage && ids.includes(id));
    },
    createKey: (name: string, enabled: boolean): GatewayKey => {
      const id = randomBytes(5).toString('hex');
      const created = { id, name, value: randomBytes(20).toString('hex'), enabled };
      change({ keys: [...stored.get().keys, created] });
      return created;
    },
    deleteKey: (id: string): void => {
      key(id);
      const { keys, members } = stored.get();
      change({
        keys: keys.filter((one) => one.id !== id),
        members: members.filter(({ keyId }) => keyId !== id),
      });
    },
    addToPlan: (planId: string, keyId: string): GatewayKey => {
      plan(planId);
      const added = key(keyId);
      change({ members: [...stored.get().members, { planId, keyId }] });
      return added;
    },
    createPlan: (created: Omit<UsagePlan, 'id'>): UsagePlan => {
      const withId = { ...created, id: randomBytes(3).toString('hex') };
      change({ plans: [...stored.get().plans, withId] });
      return withId;
    },
    updatePlan: (updated: UsagePlan): UsagePlan => {
      change({ plans: stored.get().plans.map((one) => (one.id === updated.id ? updated : one)) });
      return updated;
    },
    deletePlan: (id: string): void => {
      if (plan(id).hasStage) {
        throw new ControlPlaneError(400, 'BadRequestException', 'Usage plan has stages: remove them first');
      }
      const { plans: kept, members } = stored.get();
      change({
        plans: kept.filter((one) => one.id !== id),
        members: members.filter(({ planId }) => planId !== id),
      });
    },
  };
}
