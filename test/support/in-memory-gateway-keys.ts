import type {
  GatewayKeys,
  GatewayResource,
} from '../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { enterpriseThrottle, type Throttle } from '../../shared/accounts/organizations/organization-plan.ts';

interface Key extends GatewayResource {
  readonly value: string;
  readonly planId: string;
}

interface Plan extends GatewayResource, Throttle {}

/** The keys and usage plans of API Gateway in memory; tests can read its state. */
export interface InMemoryGateway {
  readonly port: GatewayKeys;
  readonly keys: ReadonlyMap<string, Key>;
  /** Enterprise plans; the standard plan always exists. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** The account throttle; absent at first, as in the local service. */
  readonly account: { throttle: Throttle | undefined };
  /** Keys and plans of other owners in the same account. */
  readonly elsewhere: { keys: number; plans: number };
  /** Whether the gateway accepts a call with this usage key. */
  knows(value: string): boolean;
}

export function createInMemoryGateway(standardPlanId = 'plan-standard'): InMemoryGateway {
  const keys = new Map<string, Key>();
  const plans = new Map<string, Plan>();
  const taken = new Set<string>();
  const elsewhere = { keys: 0, plans: 0 };
  const account: InMemoryGateway['account'] = { throttle: undefined };
  const throttleOf = (requestsPerMinute: number) =>
    enterpriseThrottle(requestsPerMinute, account.throttle?.burstLimit);
  let made = 0;
  const nextId = (kind: string) => `${kind}-${++made}`;

  return {
    keys,
    plans,
    account,
    elsewhere,
    knows: (value) => [...keys.values()].some((key) => key.value === value && taken.has(key.id)),
    port: {
      standardPlanId,
      accountThrottle: async () => account.throttle,
      createEnterprisePlan: async (orgId, requestsPerMinute, now) => {
        const id = nextId('plan');
        plans.set(id, { kind: 'plan', id, orgId, madeAt: now, ...throttleOf(requestsPerMinute) });
        return id;
      },
      updateEnterprisePlan: async (planId, requestsPerMinute) => {
        const plan = plans.get(planId);
        if (plan === undefined) throw new Error(`No plan ${planId}`);
        plans.set(planId, { ...plan, ...throttleOf(requestsPerMinute) });
      },
      deletePlan: async (planId) => {
        if ([...keys.values()].some((key) => key.planId === planId)) throw new Error('Keys are in it');
        plans.delete(planId);
      },
      createKeyInPlan: async (orgId, planId, now) => {
        if (planId !== standardPlanId && !plans.has(planId)) throw new Error(`No plan ${planId}`);
        const id = nextId('key');
        keys.set(id, { kind: 'key', id, orgId, madeAt: now, value: `value-of-${id}`, planId });
        return { id, value: `value-of-${id}`, planId };
      },
      deleteKey: async (id) => {
        keys.delete(id);
      },
      waitUntilUsable: async () => {
        for (const id of keys.keys()) taken.add(id);
      },
      countAll: async () => ({
        keys: keys.size + elsewhere.keys,
        plans: plans.size + 1 + elsewhere.plans,
      }),
      listCreated: async () => [...keys.values(), ...plans.values()],
    },
  };
}
