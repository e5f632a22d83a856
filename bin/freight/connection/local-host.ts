import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { demoFile } from '../../../lib/local/data-folder.ts';
import { hasEnded, hashApiKey } from '../../../shared/accounts/api-keys/api-key-record.ts';
import type {
  GatewayKeys,
  GatewayResource,
} from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import type { KeyDirectory } from '../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { enterpriseThrottle } from '../../../shared/accounts/organizations/organization-plan.ts';
import { CommandFailedError } from './failures.ts';

const demoContent = v.pipe(v.string(), v.parseJson(), v.object({ orgId: v.string(), apiKey: v.string() }));

/** The API of the service on this machine, and who calls it. */
export function createLocalApi(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  directory: Pick<KeyDirectory, 'findKey'>,
) {
  /** Whose key it is; undefined for one that is not valid. */
  const ownerOf = async (apiKey: string): Promise<string | undefined> => {
    const key = await directory.findKey(hashApiKey(apiKey));
    return key === undefined || hasEnded(key, Date.now()) ? undefined : key.orgId;
  };
  return {
    url,
    ownerOf,
    /** The organization whose key is shown at every start; undefined if none is kept, or it is not known any more. */
    demo: async () => {
      // A service that keeps nothing may run in a folder where another one kept its own.
      for (const file of [true, false].map((ephemeral) => demoFile(dataDir, ephemeral))) {
        const parsed = v.safeParse(demoContent, await readFile(file, 'utf8').catch(() => undefined));
        if (parsed.success && (await ownerOf(parsed.output.apiKey)) !== undefined) return parsed.output;
      }
      return undefined;
    },
  };
}

const reading = v.object({ now: v.pipe(v.string(), v.isoTimestamp()), aheadMs: v.number() });
const rejection = v.object({ message: v.string() });

/** The clock of the service on this machine. */
export function createLocalClock(controlUrl: string) {
  /** @throws CommandFailedError for a move that the clock does not make. */
  const call = async (method: string, body?: object) => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(new URL('/clock', controlUrl), init);
    const answered: unknown = await response.json();
    if (response.status === 400) throw new CommandFailedError(v.parse(rejection, answered).message);
    return v.parse(reading, answered);
  };
  return {
    read: () => call('GET'),
    advance: (advanceMs: number) => call('POST', { advanceMs }),
    reset: () => call('DELETE'),
  };
}

const resource = { orgId: v.string(), madeAt: v.pipe(v.string(), v.toDate()) };
const gatewayState = v.object({
  keys: v.record(v.string(), v.object({ ...resource, value: v.string(), planId: v.string() })),
  plans: v.record(v.string(), v.object(resource)),
});

/** Throttle buckets of the gateway on this machine, which reads them from its control server. */
export function createLocalGatewayKeys(controlUrl: string, standardPlanId: string): GatewayKeys {
  const read = async () => {
    const response = await fetch(new URL('/gateway', controlUrl));
    return v.parse(gatewayState, await response.json());
  };
  const call = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const { ok, status } = await fetch(new URL(`/gateway/${path}`, controlUrl), init);
    if (!ok) throw new CommandFailedError(`The local service did not store ${path}: status ${status}.`);
  };
  const newId = () => randomBytes(10).toString('hex');
  return {
    standardPlanId,
    accountThrottle: async () => undefined,
    createEnterprisePlan: async (orgId, requestsPerMinute, madeAt) => {
      const id = newId();
      await call('PUT', `plans/${id}`, { orgId, madeAt, ...enterpriseThrottle(requestsPerMinute) });
      return id;
    },
    updateEnterprisePlan: async (id, requestsPerMinute) => {
      const plan = (await read()).plans[id];
      await call('PUT', `plans/${id}`, { ...plan, ...enterpriseThrottle(requestsPerMinute) });
    },
    deletePlan: (id) => call('DELETE', `plans/${id}`),
    createKeyInPlan: async (orgId, planId, madeAt) => {
      const [id, value] = [newId(), newId()];
      await call('PUT', `keys/${id}`, { orgId, madeAt, value, planId });
      return { id, value, planId };
    },
    deleteKey: (id) => call('DELETE', `keys/${id}`),
    waitUntilUsable: async () => {},
    listCreated: async () => {
      const { keys, plans } = await read();
      const of = (kind: GatewayResource['kind'], made: typeof keys | typeof plans) =>
        Object.entries(made).map(([id, { orgId, madeAt }]) => ({ kind, id, orgId, madeAt }));
      return [...of('key', keys), ...of('plan', plans)];
    },
    countAll: async () => {
      const { keys, plans } = await read();
      // With the standard plan.
      return { keys: Object.keys(keys).length, plans: Object.keys(plans).length + 1 };
    },
  };
}

const listing = v.object({
  schedules: v.array(v.object({ name: v.string(), expression: v.string(), next: v.optional(v.string()) })),
});

/** How a run ended. */
const ending = v.variant('outcome', [
  v.object({ outcome: v.literal('returned'), payload: v.unknown() }),
  v.object({ outcome: v.literal('failed'), errorType: v.string(), errorMessage: v.string() }),
  v.object({ outcome: v.literal('crashed'), detail: v.string() }),
  v.object({ outcome: v.literal('timed-out') }),
]);

/** The schedules of the service on this machine. */
export const createLocalSchedules = (controlUrl: string) => ({
  list: async () => {
    const response = await fetch(new URL('/schedules', controlUrl));
    return v.parse(listing, await response.json()).schedules;
  },
  /** Runs one now and waits for it; undefined if there is none of that name. */
  run: async (name: string): Promise<v.InferOutput<typeof ending> | undefined> => {
    const url = new URL(`/schedules/${encodeURIComponent(name)}/run`, controlUrl);
    const response = await fetch(url, { method: 'POST' });
    return response.status === 404 ? undefined : v.parse(ending, await response.json());
  },
});
