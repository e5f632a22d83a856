import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DESCRIPTION_FILE } from '../../bin/build/data-files.ts';
import type { Endpoint } from '../../functions/definition-types.ts';
import { ENDPOINTS } from '../../functions/definitions.ts';
import { OPERATION_REQUESTS, type Resources } from '../api/tenants/operation-requests.ts';
import { type Answer, type Call, send, type TestOrganization } from '../support/service-under-test.ts';
import type { WatchedService } from './watched-service.ts';

/** An organization with the resources that the request of an operation names. */
export interface Tenant extends TestOrganization {
  readonly resources: Partial<Resources>;
  /** Idempotency-Key of all calls of the scenario, so that a retry has the one of the first call. */
  readonly idempotencyKey: string;
}

/** A request of an operation, with what must exist before it. */
export interface OperationScenario {
  /** "POST /api/v1/quotes", and what differs from the scenario with this name. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Function whose calls are disturbed: the one of the operation, or the authorizer. */
  readonly functionName: string;
  readonly needs: readonly Need[];
  readonly isKeyed: boolean;
  /** Changes no data, so that many calls can use one organization. */
  readonly isRead: boolean;
}

type Need =
  | 'quote'
  | 'share'
  | 'rate'
  | 'rfp'
  | 'chat'
  | 'customer'
  | 'workbook'
  | 'webhook'
  | 'delivery'
  | 'key'
  | 'upload'
  | 'rate-upload'
  | 'quote-upload'
  | 'priced-lane';

const OF_PARAMETER: Readonly<Record<string, Need>> = {
  quote_id: 'quote',
  rate_id: 'rate',
  rfp_id: 'rfp',
  chat_id: 'chat',
  customer_id: 'customer',
  webhook_id: 'webhook',
  delivery_id: 'delivery',
  key_id: 'key',
  upload_id: 'upload',
  rate_upload_id: 'rate-upload',
  quote_upload_id: 'quote-upload',
};

/** Resources that operations need in addition to those of their paths. */
const ALSO_NEEDED: Readonly<Record<string, readonly Need[]>> = {
  'GET /api/v1/quotes': ['quote'],
  'GET /api/v1/lanes/history': ['quote'],
  'GET /api/v1/reports/quotes': ['quote'],
  'POST /api/v1/quote-sheets': ['quote'],
  'GET /api/v1/quotes/{quote_id}/share': ['share'],
  'DELETE /api/v1/quotes/{quote_id}/share': ['share'],
  'GET /api/v1/shares': ['share'],
  'GET /api/v1/contract-rates': ['rate'],
  'GET /api/v1/rfps': ['rfp'],
  'GET /api/v1/chats': ['chat'],
  'GET /api/v1/customers': ['customer'],
  'GET /api/v1/rfps/{rfp_id}/results.xlsx': ['workbook'],
  'GET /v1/webhooks': ['webhook'],
  'GET /v1/webhooks/{webhook_id}/health': ['delivery'],
  'GET /v1/webhooks/{webhook_id}/deliveries': ['delivery'],
  'GET /api/v1/usage': ['quote', 'priced-lane'],
  'POST /api/v1/pricing-strategy/preview': ['quote'],
};

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

const WRITES = /^(PutItem|UpdateItem|DeleteItem|BatchWriteItem)$/;

function changesNothing({ method, tables, uploads }: Endpoint): boolean {
  const actions = Object.values(tables).flat();
  return method === 'GET' && !actions.some((action) => WRITES.test(action)) && uploads !== 'create';
}

/** Operations whose description has the header Idempotency-Key. */
const KEYED: ReadonlySet<string> = (() => {
  const { paths } = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: object[] }>>>>;
  };
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters }]) => JSON.stringify(parameters ?? []).includes('Idempotency-Key'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    ),
  );
})();

function scenarioOf(endpoint: Endpoint): OperationScenario {
  const name = nameOf(endpoint);
  if (OPERATION_REQUESTS[name] === undefined) throw new Error(`${name} has no request`);
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const needs = parameters.map((parameter) => {
    const need = OF_PARAMETER[parameter];
    if (need === undefined) throw new Error(`${name}: nothing makes a ${parameter}`);
    return need;
  });
  return {
    name,
    endpoint,
    functionName: endpoint.function,
    needs: [...new Set([...needs, ...(ALSO_NEEDED[name] ?? [])])],
    isKeyed: KEYED.has(name),
    isRead: changesNothing(endpoint),
  };
}

const withoutKey = (scenario: OperationScenario): OperationScenario => ({
  ...scenario,
  name: `${scenario.name} without Idempotency-Key`,
  isKeyed: false,
});

const SCENARIOS = ENDPOINTS.map(scenarioOf);
const scenarioNamed = (name: string) => SCENARIOS.filter((scenario) => scenario.name === name);

/** One scenario for each operation, those that count without an Idempotency-Key, and one for the authorizer. */
export const OPERATION_SCENARIOS: readonly OperationScenario[] = [
  ...SCENARIOS,
  ...['POST /api/v1/quotes', 'POST /api/v1/rates'].flatMap((name) => scenarioNamed(name).map(withoutKey)),
  ...scenarioNamed('GET /api/v1/organization').map((scenario) => ({
    ...scenario,
    name: `${scenario.name} in the authorizer`,
    functionName: 'authorizer',
    // Each call has a new key, which the authorizer does not have in its cache.
    isRead: false,
  })),
];

/** Bodies that were sent, by organization and operation. */
const bodies = new Map<string, unknown>();

/** Sends the request of a scenario; `mark` lets the watch find its invocations. */
export function sendScenario(
  { url }: { readonly url: string },
  { endpoint, isKeyed }: OperationScenario,
  { orgId, apiKey, resources, idempotencyKey }: Tenant,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { query = '', body, headers: own } = OPERATION_REQUESTS[nameOf(endpoint)] ?? {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: keyof Resources) => resources[name] ?? '');
  const request = `${orgId} ${nameOf(endpoint)}`;
  // A retry has the body of the first try.
  const sent = bodies.get(request) ?? body?.(orgId, resources as Resources);
  bodies.set(request, sent);
  return send(url, endpoint.method, `${path}${query}`, {
    key: apiKey,
    headers: { ...own, ...(isKeyed ? { 'Idempotency-Key': idempotencyKey } : {}), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
}

/** Calls until one is answered 200: a worker can end under it. */
async function succeed<T>(url: string, method: string, path: string, call: Call): Promise<T> {
  const answer = await send(url, method, path, call);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json as T;
}

const RFP_POLL_MS = 300;

/** Creates an organization with what a scenario needs. */
export async function prepareTenant(
  { service, receiver, createTenant }: WatchedService,
  { needs }: OperationScenario,
): Promise<Tenant> {
  const organization = await createTenant();
  const { orgId, apiKey: key } = organization;
  const resources: { -readonly [Name in keyof Resources]?: string } = { receiverUrl: receiver.url };
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    succeed(service.url, method, path, { key, ...(body === undefined ? {} : { body }) });
  const create = <T>(path: string): Promise<T> =>
    call('POST', path, OPERATION_REQUESTS[`POST ${path}`]?.body?.(orgId, resources as Resources));
  const made: Partial<Record<Need, Promise<void>>> = {};
  const make = (need: Need): Promise<void> => (made[need] ??= MAKERS[need]());

  const MAKERS: Readonly<Record<Need, () => Promise<void>>> = {
    quote: async () => {
      const { quote } = await create<{ quote: { quote_id: string } }>('/api/v1/quotes');
      resources.quote_id = quote.quote_id;
    },
    share: async () => {
      await make('quote');
      await call('POST', `/api/v1/quotes/${resources.quote_id}/share`, { expires_in_days: 1 });
    },
    'priced-lane': async () => {
      await create('/api/v1/rates');
    },
    rate: async () => {
      const { rates } = await create<{ rates: readonly { rate_id: string }[] }>('/api/v1/contract-rates');
      resources.rate_id = rates[0]?.rate_id ?? '';
    },
    rfp: async () => {
      const { rfp } = await create<{ rfp: { rfp_id: string } }>('/api/v1/rfps');
      resources.rfp_id = rfp.rfp_id;
      for (;;) {
        const read = await call<{ rfp: { status: string } }>('GET', `/api/v1/rfps/${rfp.rfp_id}`);
        if (read.rfp.status !== 'pricing') return;
        await pause(RFP_POLL_MS);
      }
    },
    chat: async () => {
      const { chat } = await create<{ chat: { chat_id: string } }>('/api/v1/chats');
      resources.chat_id = chat.chat_id;
    },
    customer: async () => {
      const { customer } = await create<{ customer: { customer_id: string } }>('/api/v1/customers');
      resources.customer_id = customer.customer_id;
    },
    workbook: async () => {
      await make('rfp');
      // It is written at the first request.
      const path = `/api/v1/rfps/${resources.rfp_id}/results.xlsx`;
      while ((await send(service.url, 'GET', path, { key })).status === 409) await pause(RFP_POLL_MS);
    },
    webhook: async () => {
      const { data } = await create<{ data: { id: string } }>('/v1/webhooks');
      resources.webhook_id = data.id;
    },
    delivery: async () => {
      await make('webhook');
      const { data } = await call<{ data: { id: string } }>(
        'POST',
        `/v1/webhooks/${resources.webhook_id}/test`,
      );
      resources.delivery_id = data.id;
    },
    key: async () => {
      const { data } = await call<{ data: { id: string } }>('POST', '/api/v1/keys', {
        name: 'Other key',
        scopes: ['read'],
      });
      resources.key_id = data.id;
    },
    upload: async () => {
      const { data } = await create<{ data: { id: string } }>('/api/v1/market/uploads');
      resources.upload_id = data.id;
    },
    'rate-upload': async () => {
      const { upload } = await create<{ upload: { upload_id: string } }>('/api/v1/contract-rates/uploads');
      resources.rate_upload_id = upload.upload_id;
    },
    'quote-upload': async () => {
      const { upload } = await create<{ upload: { upload_id: string } }>('/api/v1/quotes/uploads');
      resources.quote_upload_id = upload.upload_id;
    },
  };
  for (const need of needs) await make(need);
  return { ...organization, resources, idempotencyKey: randomUUID() };
}
