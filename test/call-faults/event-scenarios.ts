import { randomUUID } from 'node:crypto';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import type { EventName } from '../../shared/webhooks/events/event-names.ts';
import { OPERATION_REQUESTS, type Resources } from '../api/tenants/operation-requests.ts';
import { send, type TestOrganization } from '../support/service-under-test.ts';
import type { WatchedService } from './watched-service.ts';

/** What a caller does, and the functions that continue it after the answer. */
export interface EventScenario {
  readonly name: string;
  readonly functions: readonly string[];
  /** Creates an organization whose webhook is at the path of its id. */
  readonly prepare: (watched: WatchedService) => Promise<TestOrganization>;
  readonly trigger: (watched: WatchedService, organization: TestOrganization) => Promise<void>;
}

/** On a loaded machine, an undisturbed call can exceed its timeouts. */
const ATTEMPTS = 8;

/** Calls until it succeeds. The Idempotency-Key prevents a second effect; a deletion finds nothing the second time. */
async function call<T>(
  { service }: WatchedService,
  { orgId, apiKey: key }: TestOrganization,
  method: string,
  path: string,
  body: unknown = OPERATION_REQUESTS[`${method} ${path}`]?.body?.(orgId, {} as Resources),
): Promise<T> {
  const headers = { 'Idempotency-Key': randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(service.url, method, path, {
      key,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const isRepeated = method === 'DELETE' && attempt > 1 && answer.status === 404;
    if (answer.status === 200 || isRepeated) return answer.json as T;
    if (answer.status !== 500 || attempt === ATTEMPTS) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    }
  }
}

const withWebhook =
  (events: readonly EventName[]) =>
  async (watched: WatchedService): Promise<TestOrganization> => {
    const organization = await watched.createTenant();
    const { orgId } = organization;
    const url = `${watched.receiver.url}/${orgId}`;
    await call(watched, organization, 'POST', '/v1/webhooks', { url, events, orgId });
    return organization;
  };

const createQuote = async (watched: WatchedService, organization: TestOrganization): Promise<void> => {
  await call(watched, organization, 'POST', '/api/v1/quotes');
};

const DRAYAGE = {
  ...{ origin: 'USLAX', destination: 'Phoenix, AZ', equipment_type: 'container_40hc' },
  pickup_date: addDays(utcDay(new Date()), 5),
};

interface Quotes {
  readonly quotes: readonly { readonly quote_id: string }[];
}

const LANES = { name: 'Drayage 2027', lanes: [{ origin: 'USLAX', destination: 'Phoenix, AZ' }] };

interface Rfps {
  readonly rfps: readonly { readonly rfp_id: string; readonly status: string }[];
}

const listRfps = (watched: WatchedService, organization: TestOrganization) =>
  call<Rfps>(watched, organization, 'GET', '/api/v1/rfps');

export const EVENT_SCENARIOS: readonly EventScenario[] = [
  {
    name: 'a quote, until its webhook is delivered',
    functions: ['publish-quote-events', 'dispatch-event', 'deliver-webhook'],
    prepare: withWebhook(['quote.created']),
    trigger: createQuote,
  },
  {
    name: 'a quote, until its webhook is delivered by a retry',
    functions: ['retry-webhook'],
    prepare: async (watched) => {
      const organization = await withWebhook(['quote.created'])(watched);
      watched.receiver.answer(`/${organization.orgId}`, (nth) => ({ status: nth === 0 ? 500 : 200 }));
      return organization;
    },
    trigger: createQuote,
  },
  {
    name: 'a converted quote, until it is a load',
    functions: ['publish-quote-events'],
    prepare: async (watched) => {
      const organization = await withWebhook(['quote.updated'])(watched);
      const strategy = await call<object>(watched, organization, 'GET', '/api/v1/pricing-strategy');
      await call(watched, organization, 'PUT', '/api/v1/pricing-strategy', {
        ...strategy,
        converted_quotes_as_loads: true,
      });
      return organization;
    },
    trigger: async (watched, organization) => {
      await call(watched, organization, 'POST', '/api/v1/quotes', DRAYAGE);
      const { quotes } = await call<Quotes>(watched, organization, 'GET', '/api/v1/quotes');
      for (const { quote_id } of quotes) {
        await call(watched, organization, 'POST', `/api/v1/quotes/${quote_id}/convert`);
      }
    },
  },
  {
    name: 'an RFP, until its lanes are priced',
    functions: ['publish-rfp-changes', 'price-rfp-lanes'],
    prepare: withWebhook(['rfp.created', 'rfp.updated']),
    trigger: async (watched, organization) => {
      await call(watched, organization, 'POST', '/api/v1/rfps', LANES);
    },
  },
  {
    name: 'a deleted RFP, until it is erased',
    functions: ['publish-rfp-changes', 'price-rfp-lanes'],
    prepare: async (watched) => {
      const organization = await withWebhook(['rfp.deleted'])(watched);
      await call(watched, organization, 'POST', '/api/v1/rfps', LANES);
      for (;;) {
        const { rfps } = await listRfps(watched, organization);
        if (rfps.every(({ status }) => status !== 'pricing')) return organization;
      }
    },
    trigger: async (watched, organization) => {
      const { rfps } = await listRfps(watched, organization);
      for (const { rfp_id } of rfps) await call(watched, organization, 'DELETE', `/api/v1/rfps/${rfp_id}`);
    },
  },
];

/** Functions whose calls have no faults here, with the reason. */
export const NOT_DISTURBED: Readonly<Record<string, string>> = {
  'load-terminals':
    'CloudFormation calls it during a deployment, and repeats the deployment after a failure.',
  'refresh-diesel':
    'It needs prices of the EIA; test/unit/costs/diesel and test/api/diesel.test.ts have its failures.',
  'announce-expiries':
    'It has one schedule for all organizations; test/contract/quotes/expiry has its repetitions and conflicts.',
  'sweep-due-deliveries':
    'It has one schedule for all organizations; test/webhook-faults has failing tables and queues.',
  'import-market':
    'All organizations import into one market, so its calls depend on earlier imports; test/contract/market/uploads and test/unit/market/uploads have its failures.',
  'index-terminals': 'It needs an OpenSearch node; test/opensearch has failing nodes.',
  'reindex-terminals': 'It needs an OpenSearch node; test/opensearch has failing nodes.',
  probe: 'It calls the public API, not AWS, and only environments with a probe have it.',
  'read-api-description': 'It makes no calls.',
  'read-shared-quote':
    'It answers pages, not the error formats; test/api/suites/quote-share-suite.ts has its errors.',
};
