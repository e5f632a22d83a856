import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { demoFile } from '../../../lib/local/data-folder.ts';
import type { Schedules } from '../../../lib/local/events/schedules.ts';
import type { Invocation } from '../../../lib/local/lambda/functions.ts';
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
      for (const ephemeral of [true, false]) {
        const content = await readFile(demoFile(dataDir, ephemeral), 'utf8').catch(() => undefined);
        const parsed = v.safeParse(demoContent, content);
        if (parsed.success && (await ownerOf(parsed.output.apiKey)) !== undefined) return parsed.output;
      }
      return undefined;
    },
  };
}

/** Calls the control server of the service on this machine, which is of the same version. */
async function callControl<Answer>(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(new URL(path, url), init);
  const text = await response.text();
  const answer = text === '' ? undefined : JSON.parse(text);
  if (response.ok || response.status === 404) return answer as Answer;
  throw new CommandFailedError(
    answer?.message ?? `The local service answers ${path} with ${response.status}.`,
  );
}

/** The clock of the service on this machine. Its calls throw CommandFailedError for a move that the clock does not make. */
export function createLocalClock(controlUrl: string) {
  const call = (method: string, body?: object) =>
    callControl<{ readonly now: string; readonly aheadMs: number }>(controlUrl, method, '/clock', body);
  return {
    read: () => call('GET'),
    advance: (advanceMs: number) => call('POST', { advanceMs }),
    reset: () => call('DELETE'),
  };
}

/** By id; times are ISO 8601. */
type Made = Readonly<Record<string, { readonly orgId: string; readonly madeAt: string }>>;

/** Throttle buckets of the gateway on this machine, which reads them from its control server. */
export function createLocalGatewayKeys(controlUrl: string, standardPlanId: string): GatewayKeys {
  const read = () => callControl<{ keys: Made; plans: Made }>(controlUrl, 'GET', '/gateway');
  const change = (method: 'PUT' | 'DELETE', path: string, body?: object) =>
    callControl<void>(controlUrl, method, `/gateway/${path}`, body);
  const newId = () => randomBytes(10).toString('hex');
  return {
    standardPlanId,
    accountThrottle: async () => undefined,
    createEnterprisePlan: async (orgId, requestsPerMinute, madeAt) => {
      const id = newId();
      await change('PUT', `plans/${id}`, { orgId, madeAt, ...enterpriseThrottle(requestsPerMinute) });
      return id;
    },
    updateEnterprisePlan: async (id, requestsPerMinute) => {
      const plan = (await read()).plans[id];
      await change('PUT', `plans/${id}`, { ...plan, ...enterpriseThrottle(requestsPerMinute) });
    },
    deletePlan: (id) => change('DELETE', `plans/${id}`),
    createKeyInPlan: async (orgId, planId, madeAt) => {
      const [id, value] = [newId(), newId()];
      await change('PUT', `keys/${id}`, { orgId, madeAt, value, planId });
      return { id, value, planId };
    },
    deleteKey: (id) => change('DELETE', `keys/${id}`),
    waitUntilUsable: async () => {},
    listCreated: async () => {
      const { keys, plans } = await read();
      const of = (kind: GatewayResource['kind'], made: Made) =>
        Object.entries(made).map(([id, one]) => ({ ...one, kind, id, madeAt: new Date(one.madeAt) }));
      return [...of('key', keys), ...of('plan', plans)];
    },
    countAll: async () => {
      const { keys, plans } = await read();
      // With the standard plan.
      return { keys: Object.keys(keys).length, plans: Object.keys(plans).length + 1 };
    },
  };
}

/** The schedules of the service on this machine. */
export const createLocalSchedules = (controlUrl: string) => ({
  list: async () => {
    type Answer = { readonly schedules: ReturnType<Schedules['list']> };
    return (await callControl<Answer>(controlUrl, 'GET', '/schedules')).schedules;
  },
  /** Runs one now and waits for it; undefined if there is none of that name. */
  run: (name: string) =>
    callControl<Invocation | undefined>(controlUrl, 'POST', `/schedules/${encodeURIComponent(name)}/run`),
});
