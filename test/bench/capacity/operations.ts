import { randomUUID } from 'node:crypto';
import { mainlandZips } from '../../../bin/backtest/simulator/freight-map.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { JSON_HEADERS, message, toolMessage } from '../../api/mcp/mcp-client.ts';
import { TO_CHICAGO } from '../../api/suites/rates-caller.ts';
import { engineQueues } from '../../support/engine-queues.ts';
import { type Answer, createEnterprise } from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { amount } from '../short.ts';
import { type MeteredService, RETRY_SECONDS } from './service-with-meters.ts';

/** A measured operation; an observation runs it `times` times and reports it once. */
export interface Operation {
  readonly name: string;
  readonly isCall: boolean;
  readonly times?: number;
  /** Preparation that is not measured. */
  readonly prepare?: () => Promise<unknown>;
  /** @returns sent bytes: bodies of responses and webhooks. */
  readonly run: () => Promise<number>;
}

const PREVIEWED = amount(100, 5);
const BURST = amount(100, 10);
const THREE_DAYS_MS = 3 * 86_400_000;

/** Creates all operations of the API and the delivery of events. @returns them and a function that stops the receiver. */
export async function measuredOperations({ service }: MeteredService) {
  const receiver = await startWebhookReceiver();
  const [{ apiKey: key, orgId }, quiet] = [await createEnterprise(service), await createEnterprise(service)];
  const answered = async (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> => {
    const answer = await service.call(method, path, {
      key,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
    return answer;
  };
  const call = (
    name: string,
    method: string,
    path: () => string,
    body?: () => unknown,
    headers = () => ({}),
  ) => ({
    name,
    isCall: true,
    run: async () => Buffer.byteLength((await answered(method, path(), body?.(), headers())).text),
  });
  // Other operations are measured without an own tariff.
  const byQuiet = () => ({ Authorization: `Bearer ${quiet.apiKey}` });
  const idempotent = () => ({ 'Idempotency-Key': randomUUID() });

  const quoteBody = () => ({
    origin: '90731',
    destination: 'Phoenix, AZ',
    equipment_type: 'container_40',
    pickup_date: new Date(Date.now() + THREE_DAYS_MS).toISOString().slice(0, 10),
  });
  // An unchanged strategy is not written.
  let strategies = 0;
  let tariffs = 0;
  let quote = '';
  const newQuote = async () => {
    const { json } = await answered('POST', '/api/v1/quotes', quoteBody());
    quote = `/api/v1/quotes/${Object(json).quote.quote_id}`;
  };

  let sharedPath = '';
  const newSharedQuote = async () => {
    await newQuote();
    const { json } = await answered('POST', `${quote}/share`);
    sharedPath = new URL(Object(json).url).pathname;
  };

  let hasQuotes = false;
  const hundredQuotes = async () => {
    for (let at = 0; at < PREVIEWED && !hasQuotes; at++) await newQuote();
    hasQuotes = true;
  };

  const zips = mainlandZips(createEmbeddedGeocoder());
  /** Different ZIP codes for different numbers. */
  const destinationOf = (at: number) => zips[(at * 7_919) % zips.length]?.zip ?? '';

  let rfp = '';
  // A whole chunk, from one port to different ZIP codes.
  const lanes = Array.from({ length: 50 }, (_, at) => ({
    origin: 'USLAX',
    destination: destinationOf(at),
    weekly_volume: 1 + at,
  }));
  const rfpBody = () => ({ name: 'Bench', equipment_type: 'container_40', lanes });
  const isPriced = async () => Object((await answered('GET', rfp)).json).rfp.status === 'priced';
  const newRfp = async () => {
    const { json } = await answered('POST', '/api/v1/rfps', rfpBody());
    rfp = `/api/v1/rfps/${Object(json).rfp.rfp_id}`;
    while (!(await isPriced())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const ofRfp = (name: string, method: string, path = '', body?: () => unknown): Operation => ({
    ...call(name, method, () => rfp + path, body),
    prepare: newRfp,
  });

  let contractRate = '';
  let externalIds = 0;
  /** Rates of different lanes, all new. */
  const ratesBody = (count: number) => ({
    rates: Array.from({ length: count }, (_, at) => ({
      ...{
        customer: 'Bench',
        origin: 'USLAX',
        destination: destinationOf(at),
        rate_type: 'flat',
        amount: 850,
      },
      ...{ equipment_type: 'container_40', fuel: 'market', effective_from: '2030-01-01' },
      external_id: String(externalIds++),
    })),
  });
  const newContractRate = async () => {
    const { json } = await answered('POST', '/api/v1/contract-rates', ratesBody(1));
    contractRate = `/api/v1/contract-rates/${Object(json).rates[0].rate_id}`;
  };
  // A lane has a limited number of rates.
  const ofContractRate = (name: string, method: string, body?: () => unknown): Operation => ({
    ...call(name, method, () => contractRate, body),
    prepare: newContractRate,
  });

  let upload = '';
  const newUpload = async () => {
    const { json } = await answered('POST', '/api/v1/market/uploads', {});
    upload = `/api/v1/market/uploads/${Object(json).data.id}`;
  };

  let rateUpload = '';
  const newRateUpload = async () => {
    const { json } = await answered('POST', '/api/v1/contract-rates/uploads', {});
    rateUpload = `/api/v1/contract-rates/uploads/${Object(json).upload.upload_id}`;
  };

  let apiKey = '';
  const keyBody = () => ({ name: 'Bench', scopes: ['read'] });
  // An organization has a limited number of keys.
  const deleteKey = async () => {
    for (const { id, name } of Object((await answered('GET', '/api/v1/keys')).json).data) {
      if (name === 'Bench') await answered('DELETE', `/api/v1/keys/${id}`);
    }
  };
  const newKey = async () => {
    await deleteKey();
    const { json } = await answered('POST', '/api/v1/keys', keyBody());
    apiKey = `/api/v1/keys/${Object(json).data.id}`;
  };

  let webhook = '';
  const webhookBody = (events: readonly string[], path = '/') => ({
    url: receiver.url + path,
    events,
    orgId,
  });
  const register = async (events: readonly string[], path = '/') => {
    const { json } = await answered('POST', '/v1/webhooks', webhookBody(events, path));
    return `/v1/webhooks/${Object(json).data.id}`;
  };
  const newWebhook = async () => {
    // Ignores a webhook that is already deleted. Without deletion, 50 webhooks would exceed the limit.
    if (webhook !== '') await service.call('DELETE', webhook, { key });
    webhook = await register(['rfp.deleted']);
  };

  const queues = engineQueues(() => service.sqsEndpoint);
  const intake = (await queues.names()).find((name) => name.startsWith('freight-local-webhooks-eventsQueue'));
  const publish = async (owner: string, event: string, count: number) => {
    const bodies = Array.from({ length: count }, () =>
      JSON.stringify({
        orgId: owner,
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        event,
        created: new Date().toISOString(),
        livemode: false,
        object: { sessionId: 'session', note: 'x'.repeat(1_000) },
      }),
    );
    await queues.sendAll(intake ?? '', bodies);
  };
  const arrived = async (path: string, count: number): Promise<number> => {
    const deadline = Date.now() + 120_000;
    while (receiver.on(path).length < count) {
      if (Date.now() > deadline) throw new Error(`only ${receiver.on(path).length} of ${count} arrived`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return Buffer.byteLength(receiver.on(path).at(-1)?.body ?? '');
  };
  const advanceToRetry = async () => {
    // The attempt before is recorded by then.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await service.freight('clock', 'advance', `${RETRY_SECONDS[0]}s`, '--json');
  };
  const delivered = (name: string, path: string, events: number, attempts: number): Operation => ({
    name,
    isCall: false,
    times: events,
    run: async () => {
      const before = receiver.on(path).length;
      await publish(orgId, 'chat.created', events);
      let bytes = await arrived(path, before + events);
      for (let attempt = 2; attempt <= attempts; attempt += 1) {
        await advanceToRetry();
        bytes = await arrived(path, before + events * attempt);
      }
      return attempts * bytes;
    },
  });
  /** One webhook per path, so that no webhook gets events of another. */
  let chats = '';
  const listenAt = (path: string) => async () => {
    if (chats !== path) {
      for (const { id } of Object((await answered('GET', '/v1/webhooks')).json).data) {
        await answered('DELETE', `/v1/webhooks/${id}`);
      }
      await register(['chat.created'], path);
      chats = path;
    }
  };
  const seen = new Set<string>();
  receiver.answer('/retried', (_, { headers }) => {
    const delivery = String(headers['x-delivery-id']);
    const isFirst = !seen.has(delivery);
    seen.add(delivery);
    return { status: isFirst ? 503 : 200 };
  });
  let delivery = '';
  const newDelivery = async () => {
    await newWebhook();
    const { json } = await answered('POST', `${webhook}/test`, {});
    delivery = `${webhook}/deliveries/${Object(json).data.id}`;
  };

  const operations: Operation[] = [
    call('GET terminals/search', 'GET', () => '/api/v1/terminals/search?query=elizabeth'),
    call('GET places/search', 'GET', () => '/api/v1/places/search?query=savannah'),
    call(
      'POST rates, 1 lane',
      'POST',
      () => '/api/v1/rates',
      () => [TO_CHICAGO],
    ),
    call(
      'POST rates, 1 lane, Idempotency-Key',
      'POST',
      () => '/api/v1/rates',
      () => [TO_CHICAGO],
      idempotent,
    ),
    call(
      'POST rates, 10 lanes',
      'POST',
      () => '/api/v1/rates',
      () => Array(10).fill(TO_CHICAGO),
    ),
    call('GET usage', 'GET', () => '/api/v1/usage'),
    call('GET market/summary', 'GET', () => '/api/v1/market/summary'),
    call(
      'POST market/uploads',
      'POST',
      () => '/api/v1/market/uploads',
      () => ({}),
    ),
    { ...call('GET market/uploads/{id}', 'GET', () => upload), prepare: newUpload },
    call('GET organization', 'GET', () => '/api/v1/organization'),
    call('GET keys', 'GET', () => '/api/v1/keys'),
    { ...call('POST keys', 'POST', () => '/api/v1/keys', keyBody), prepare: deleteKey },
    {
      ...call(
        'POST keys/{id}/rotate',
        'POST',
        () => `${apiKey}/rotate`,
        () => ({}),
      ),
      prepare: newKey,
    },
    { ...call('DELETE keys/{id}', 'DELETE', () => apiKey), prepare: newKey },
    call('GET audit-log', 'GET', () => '/api/v1/audit-log'),
    call(
      'POST mcp, list of tools',
      'POST',
      () => '/mcp',
      () => message('tools/list'),
      () => JSON_HEADERS,
    ),
    call(
      'POST mcp, rates of 1 lane',
      'POST',
      () => '/mcp',
      () => toolMessage('price_lanes', { lanes: [TO_CHICAGO] }),
      () => JSON_HEADERS,
    ),
    call('POST quotes, with its event', 'POST', () => '/api/v1/quotes', quoteBody),
    call('POST quotes, Idempotency-Key', 'POST', () => '/api/v1/quotes', quoteBody, idempotent),
    call('GET quotes, 20 a page', 'GET', () => '/api/v1/quotes?limit=20'),
    { ...call('GET quotes/{id}', 'GET', () => quote), prepare: newQuote },
    { ...call('GET quotes/{id}/events', 'GET', () => `${quote}/events`), prepare: newQuote },
    call('GET reports/quotes, by lane', 'GET', () => '/api/v1/reports/quotes?group_by=lane'),
    { ...call('POST quotes/{id}/share', 'POST', () => `${quote}/share`), prepare: newQuote },
    { ...call('GET quotes/{id}/share', 'GET', () => `${quote}/share`), prepare: newSharedQuote },
    { ...call('GET shared-quotes/{token}, HTML', 'GET', () => sharedPath), prepare: newSharedQuote },
    { ...call('DELETE quotes/{id}/share', 'DELETE', () => `${quote}/share`), prepare: newSharedQuote },
    { ...call('GET quotes/{id}/sheet, PDF', 'GET', () => `${quote}/sheet?format=pdf`), prepare: newQuote },
    {
      ...call('POST quotes/{id}/convert, with its event', 'POST', () => `${quote}/convert`),
      prepare: newQuote,
    },
    {
      ...call(
        'POST quotes/{id}/decline, with its event',
        'POST',
        () => `${quote}/decline`,
        () => ({
          reason: 'price',
        }),
      ),
      prepare: newQuote,
    },
    {
      ...call(
        'POST quotes/{id}/revise, with its events',
        'POST',
        () => `${quote}/revise`,
        () => ({}),
      ),
      prepare: newQuote,
    },
    { ...call('DELETE quotes/{id}, with its event', 'DELETE', () => quote), prepare: newQuote },
    call(
      'POST contract-rates, 1 rate',
      'POST',
      () => '/api/v1/contract-rates',
      () => ratesBody(1),
    ),
    call(
      'POST contract-rates, 100 rates',
      'POST',
      () => '/api/v1/contract-rates',
      () => ratesBody(100),
    ),
    call('GET contract-rates, 20 a page', 'GET', () => '/api/v1/contract-rates?limit=20'),
    ofContractRate('GET contract-rates/{id}', 'GET'),
    ofContractRate('PUT contract-rates/{id}', 'PUT', () => ({ ...ratesBody(1).rates[0], amount: 900 })),
    ofContractRate('DELETE contract-rates/{id}', 'DELETE'),
    call(
      'POST contract-rates/uploads',
      'POST',
      () => '/api/v1/contract-rates/uploads',
      () => ({}),
    ),
    {
      ...call('GET contract-rates/uploads/{id}', 'GET', () => rateUpload),
      prepare: newRateUpload,
    },
    call('POST rfps, 50 lanes, with their prices and events', 'POST', () => '/api/v1/rfps', rfpBody),
    call('GET rfps, 20 a page', 'GET', () => '/api/v1/rfps?limit=20'),
    ofRfp('GET rfps/{id}', 'GET'),
    ofRfp('GET rfps/{id}/lanes, 50 by spend', 'GET', '/lanes?sort=spend&limit=50'),
    ofRfp('GET rfps/{id}/results.csv, 50 lanes', 'GET', '/results.csv'),
    ofRfp('PATCH rfps/{id}, 1 margin of 50 lanes', 'PATCH', '', () => ({
      lanes: [{ index: 0, margin_percent: 60 }],
    })),
    ofRfp('POST rfps/{id}/reprice, 50 lanes', 'POST', '/reprice', () => ({})),
    ofRfp('POST rfps/{id}/award, 50 lanes', 'POST', '/award', () => ({ lanes: 'all', outcome: 'won' })),
    ofRfp('POST rfps/{id}/close', 'POST', '/close', () => ({})),
    ofRfp('DELETE rfps/{id}, 50 lanes, with their erasure', 'DELETE'),
    call(
      'PUT pricing-strategy',
      'PUT',
      () => '/api/v1/pricing-strategy',
      () => strategyBody({ validity_days: 1 + (strategies++ % 90) }),
    ),
    call(
      'PUT accessorials, 20 entries',
      'PUT',
      () => '/api/v1/accessorials',
      () => ({
        accessorials: Array.from({ length: 20 }, (_, index) => ({
          ...{ name: `own_${index}`, title: `Own ${index}`, unit: 'flat', amount: 1 + (tariffs++ % 500) },
        })),
      }),
      byQuiet,
    ),
    call('GET accessorials, 20 own entries', 'GET', () => '/api/v1/accessorials', undefined, byQuiet),
    call('GET pricing-strategy', 'GET', () => '/api/v1/pricing-strategy'),
    call('GET pricing-strategy/history', 'GET', () => '/api/v1/pricing-strategy/history'),
    {
      ...call(
        `POST pricing-strategy/preview, ${PREVIEWED} quotes`,
        'POST',
        () => '/api/v1/pricing-strategy/preview',
        () => strategyBody({ validity_days: 30 }),
      ),
      prepare: hundredQuotes,
    },
    call(
      'POST webhooks',
      'POST',
      () => '/v1/webhooks',
      () => webhookBody(['rfp.deleted']),
    ),
    call('GET webhooks', 'GET', () => '/v1/webhooks'),
    { ...call('GET webhooks/{id}', 'GET', () => webhook), prepare: newWebhook },
    {
      ...call(
        'PUT webhooks/{id}',
        'PUT',
        () => webhook,
        () => webhookBody(['rfp.deleted'], '/new'),
      ),
      prepare: newWebhook,
    },
    {
      ...call('POST webhooks/{id}/rotate-secret', 'POST', () => `${webhook}/rotate-secret`),
      prepare: newWebhook,
    },
    { ...call('DELETE webhooks/{id}', 'DELETE', () => webhook), prepare: newWebhook },
    {
      ...call(
        'POST webhooks/{id}/test',
        'POST',
        () => `${webhook}/test`,
        () => ({}),
      ),
      prepare: newWebhook,
    },
    { ...call('GET webhooks/{id}/health', 'GET', () => `${webhook}/health`), prepare: newDelivery },
    { ...call('GET webhooks/{id}/deliveries', 'GET', () => `${webhook}/deliveries`), prepare: newDelivery },
    { ...call('GET deliveries/{id}', 'GET', () => delivery), prepare: newDelivery },
    {
      ...call('POST redeliver, with its delivery', 'POST', () => `${delivery}/redeliver`),
      prepare: newDelivery,
    },
    {
      name: 'event that no webhook wants',
      isCall: false,
      run: async () => {
        await publish(quiet.orgId, 'chat.created', 1);
        return 0;
      },
    },
    { ...delivered('event, delivered alone', '/alone', 1, 1), prepare: listenAt('/alone') },
    {
      ...delivered(`event, delivered in a burst of ${BURST}`, '/burst', BURST, 1),
      prepare: listenAt('/burst'),
    },
    {
      ...delivered('event, delivered at the second attempt', '/retried', 1, 2),
      prepare: listenAt('/retried'),
    },
  ];
  return { operations, stop: receiver.stop };
}
