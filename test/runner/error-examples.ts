import type { ErrorExamples } from '../../openapi/errors.ts';
import type { ErrorFormat } from '../../shared/platform/http/rejection.ts';
import { addDays, utcDay } from '../../shared/platform/time/utc-day.ts';
import {
  createEnterprise,
  createOrganization,
  type ServiceUnderTest,
} from '../support/service-under-test.ts';

type Service = Pick<ServiceUnderTest, 'call' | 'freight'>;

/** Calls that use up five calls a minute. */
const MAX_CALLS = 50;
const UNKNOWN = '0'.repeat(27);

interface Failure {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls that fail, on new organizations: a response of each error format and code. A failure of the service has none. */
export async function recordErrorExamples(service: Service): Promise<ErrorExamples> {
  const examples: Record<ErrorFormat, Record<string, unknown>> = { quotes: {}, rates: {}, general: {} };
  const { orgId, apiKey } = await createOrganization(service);
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const { status, text, json } = await service.call(method, path, { key: apiKey, body });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    return json as Body;
  };
  /** Records the response of a call by its code, if it is the first one. */
  const fail = async (format: ErrorFormat, method: string, path: string, failure: Failure = {}) => {
    const { status, text, json } = await service.call(method, path, { key: apiKey, ...failure });
    const code = String(Object(Object(json).error).code);
    if (status < 400 || status >= 500) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    examples[format][code] ??= json;
    return status;
  };
  const throttled = async (format: ErrorFormat, method: string, path: string, key: string) => {
    for (let count = 0; count < MAX_CALLS; count++) {
      const answer = await service.call(method, path, { key });
      if (answer.status !== 429) continue;
      await fail(format, method, path, { key });
      return;
    }
    throw new Error(`${method} ${path} is not throttled`);
  };
  const noKey: Failure = { key: '' };
  const [{ apiKey: unbilled }, { apiKey: limited }, { apiKey: slow }] = [
    await createOrganization(service, '--no-billing'),
    await createOrganization(service, '--usage-limit', '1', '--quote-limit', '1'),
    await createEnterprise(service, 5),
  ];
  const { data: reader } = await call<{ data: { apiKey: string } }>('POST', '/api/v1/keys', {
    ...{ name: 'Report', scopes: ['read'] },
  });

  const lane = {
    ...{ originTerminal: 'APM Elizabeth Terminal', destinationCity: 'Chicago', destinationState: 'IL' },
    destinationZip: '60632',
  };
  const rates = '/api/v1/rates';
  await fail('rates', 'POST', rates, { body: [] });
  await fail('rates', 'POST', rates, { ...noKey, body: [lane] });
  const suspended = await createOrganization(service);
  await service.freight('org', 'suspend', suspended.orgId, '--json');
  await fail('rates', 'POST', rates, { key: suspended.apiKey, body: [lane] });
  const sameKey = { 'idempotency-key': 'example' };
  await service.call('POST', rates, { key: apiKey, headers: sameKey, body: [lane] });
  await fail('rates', 'POST', rates, { headers: sameKey, body: [lane, lane] });
  await service.call('POST', rates, { key: limited, body: [lane] });
  await fail('rates', 'POST', rates, { key: limited, body: [lane] });

  const quote = {
    ...{ origin: 'USLAX', destination: 'Phoenix, AZ', equipment_type: 'container_40hc' },
    pickup_date: addDays(utcDay(new Date()), 3),
  };
  const quotes = '/api/v1/quotes';
  interface Created {
    readonly quote: { readonly quote_id: string };
  }
  const createQuote = async () => (await call<Created>('POST', quotes, quote)).quote.quote_id;
  const [open, declined, converted] = [await createQuote(), await createQuote(), await createQuote()];
  await fail('quotes', 'POST', quotes, { body: { ...quote, equipment_type: 'barge' } });
  await fail('quotes', 'POST', quotes, { body: { ...quote, destination: 'Nowhereville' } });
  await fail('quotes', 'POST', quotes, { body: { ...quote, destination: 'Springfield' } });
  await fail('quotes', 'POST', quotes, { body: { ...quote, destination: 'Honolulu, HI' } });
  await fail('quotes', 'POST', quotes, { ...noKey, body: quote });
  await fail('quotes', 'POST', quotes, { key: reader.apiKey, body: quote });
  await fail('quotes', 'POST', quotes, { key: unbilled, body: quote });
  await service.call('POST', quotes, { key: limited, body: quote });
  await fail('quotes', 'POST', quotes, { key: limited, body: quote });
  await service.call('POST', quotes, { key: apiKey, headers: sameKey, body: quote });
  await fail('quotes', 'POST', quotes, { headers: sameKey, body: { ...quote, destination: 'Tempe, AZ' } });
  await fail('quotes', 'GET', `${quotes}/Q-${UNKNOWN}`);
  await fail('quotes', 'GET', `${quotes}/${open}/share`);
  await call('POST', `${quotes}/${declined}/decline`, { reason: 'price' });
  await fail('quotes', 'POST', `${quotes}/${declined}/convert`);
  await call('POST', `${quotes}/${declined}/revise`, {});
  await fail('quotes', 'POST', `${quotes}/${declined}/convert`);
  await call('POST', `${quotes}/${converted}/convert`);
  await fail('quotes', 'POST', `${quotes}/${converted}/decline`, { body: { reason: 'price' } });
  await fail('quotes', 'PUT', '/api/v1/pricing-strategy', {
    headers: { 'if-match': '"7"' },
    body: await call('GET', '/api/v1/pricing-strategy'),
  });
  await fail('quotes', 'PUT', '/api/v1/accessorials', {
    headers: { 'if-match': '"7"' },
    body: { accessorials: [{ name: 'chassis', amount: 45 }] },
  });

  const contractRates = '/api/v1/contract-rates';
  const rate = {
    ...{ origin: 'USLAX', destination: 'Phoenix, AZ', equipment_type: 'container_40hc', rate_type: 'flat' },
    ...{ amount: 1450, fuel: 'market', effective_from: utcDay(new Date()) },
  };
  const { rates: written } = await call<{ rates: readonly { rate_id: string }[] }>('POST', contractRates, {
    rates: [rate],
  });
  const stored = `${contractRates}/${written[0]?.rate_id}`;
  await call('PUT', stored, { ...rate, amount: 1485 });
  await fail('quotes', 'PUT', stored, { body: { ...rate, amount: 1500, version: 1 } });
  await fail('quotes', 'POST', contractRates, { body: { rates: [{ ...rate, destination: 'Nowhere, AZ' }] } });
  await fail('quotes', 'GET', `${contractRates}/C-${UNKNOWN}`);
  await fail('quotes', 'GET', `${contractRates}/uploads/${UNKNOWN}`);

  const rfp = { name: 'Drayage 2027', equipment_type: 'container_40hc', lanes: [rate] };
  const lanes = Array.from({ length: 20 }, () => ({ origin: 'USLAX', destination: 'Phoenix, AZ' }));
  await fail('quotes', 'POST', '/api/v1/rfps', { key: limited, body: { ...rfp, lanes } });
  await fail('quotes', 'GET', `/api/v1/rfps/R-${UNKNOWN}`);
  const upload = await call<{ rfp: { rfp_id: string } }>('POST', '/api/v1/rfps', {
    ...{ name: 'Drayage 2027', source: 'upload' },
  });
  await fail('quotes', 'POST', `/api/v1/rfps/${upload.rfp.rfp_id}/reprice`);
  await throttled('quotes', 'GET', quotes, slow);

  await fail('general', 'GET', '/v1/webhooks', noKey);
  await fail('general', 'POST', '/v1/webhooks', { body: { url: 'ftp://example.com', events: [], orgId } });
  await fail('general', 'POST', '/v1/webhooks', { key: reader.apiKey, body: {} });
  await fail('general', 'GET', '/v1/webhooks/7f0c1c1e-0000-4000-8000-000000000000');
  await throttled('general', 'GET', '/v1/webhooks', slow);
  return examples;
}
