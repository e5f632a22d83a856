import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { OPERATIONS } from '../../functions/definitions.ts';
import { operationIdOf, type RecordedExample } from '../../openapi/document.ts';
import { utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { startTestDynamoDb } from '../support/dynamodb-local.ts';
import { eventually } from '../support/eventually.ts';
import { startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';

/**
 * `npm run openapi:examples`: calls each operation of a service on this machine and writes the answers to
 * openapi/examples.json, from which `npm run openapi` takes the examples of the description.
 */
const FILE = new URL('../../openapi/examples.json', import.meta.url);
/** Fixed, because the examples contain it. */
const RECEIVER_PORT = 4000;
const RECEIVER = `http://localhost:${RECEIVER_PORT}/webhooks`;
/** In place of signing secrets. */
const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;

/** In place of the local bucket. */
const BUCKET = 'https://uploads.s3.us-east-1.amazonaws.com';

/** In place of share links; it has no token. */
const SHARE_LINK = 'https://api.example.com/shared-quotes/TOKEN';

/** In place of API keys; its checksum is wrong. */
const API_KEY = `frk_test_${'0'.repeat(33)}`;

const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('received'));
});
await new Promise<void>((resolve, reject) =>
  receiver.once('error', reject).listen(RECEIVER_PORT, 'localhost', resolve),
);
const engine = await startTestDynamoDb();
const service = await startLocalService({ dynamodbEndpoint: engine.endpoint });
try {
  const { orgId, apiKey: key } = await createOrganization(service);
  const examples: Record<string, RecordedExample> = {};
  /** Calls an operation, and records the first answer of each. */
  const call = async <Body>(
    method: string,
    template: string,
    values: Record<string, string> = {},
    body?: unknown,
  ) => {
    const endpoint = OPERATIONS.find((one) => one.method === method && one.path === template.split('?')[0]);
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const { status, text, json } = await service.call(method, path, {
      key,
      ...(body === undefined ? {} : { body }),
    });
    if (endpoint === undefined || status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    const parsed = json === undefined ? String : JSON.parse;
    const response: unknown = parsed(
      text
        .replace(/http:\/\/localhost:\d+(\/organizations\/[^?"]+)\?[^"]+/g, `${BUCKET}$1?X-Amz-Signature=...`)
        .replace(/http:\/\/localhost:\d+\/shared-quotes\/[\w-]+/g, SHARE_LINK)
        .replace(/whsec_[A-Za-z0-9+/=]+/g, SECRET)
        .replace(/"frk_test_\w{33}"/g, `"${API_KEY}"`),
    );
    examples[operationIdOf(endpoint.function)] ??= {
      ...(body === undefined ? {} : { request: body }),
      response,
    };
    return json as Body;
  };

  await call('GET', '/api/v1/terminals/search?query=port+elizabeth&limit=2');
  await call('GET', '/api/v1/places/search?query=savannah&limit=2');
  await call('POST', '/api/v1/rates', {}, [
    {
      originTerminal: 'APM Elizabeth Terminal',
      destinationCity: 'Chicago',
      destinationState: 'IL',
      destinationZip: '60632',
    },
  ]);
  const rate = {
    customer: 'Acme',
    origin: 'USLAX',
    destination: 'Phoenix, AZ',
    equipment_type: 'container_40hc',
    rate_type: 'flat',
    amount: 1450,
    fuel: { method: 'per_mile', peg: 1.25, miles_per_gallon: 5.5, region: 'US' },
    effective_from: utcDay(new Date()),
    external_id: 'ACME-17',
  };
  interface CreatedRates {
    readonly rates: readonly { readonly rate_id: string }[];
  }
  const { rates } = await call<CreatedRates>('POST', '/api/v1/contract-rates', {}, { rates: [rate] });
  const rate_id = rates[0]?.rate_id ?? '';
  await call('GET', '/api/v1/contract-rates?limit=2');
  await call('GET', '/api/v1/contract-rates/{rate_id}', { rate_id });
  const raised = { ...rate, amount: 1485, version: 1 };
  await call('PUT', '/api/v1/contract-rates/{rate_id}', { rate_id }, raised);
  await call('DELETE', '/api/v1/contract-rates/{rate_id}', { rate_id });
  const quote = {
    origin: 'USLAX',
    destination: 'Phoenix, AZ',
    equipment_type: 'container_40hc',
    pickup_date: utcDay(new Date(Date.now() + 3 * 86_400_000)),
    special_requirements: ['chassis', 'prepull'],
    customer_reference: 'PO-1042',
  };
  interface Created {
    readonly quote: { readonly quote_id: string };
  }
  await call('POST', '/api/v1/quotes/preview', {}, { ...quote, price: { total_rate: 2_450 } });
  const { quote_id } = (await call<Created>('POST', '/api/v1/quotes', {}, quote)).quote;
  await call('GET', '/api/v1/quotes?limit=2');
  await call('GET', '/api/v1/quotes/{quote_id}', { quote_id });
  const decline = { reason: 'price', competitor_price: 1650, note: 'The customer compared three offers.' };
  await call('POST', '/api/v1/quotes/{quote_id}/decline', { quote_id }, decline);
  const changes = { destination: 'Tempe, AZ' };
  const revised = await call<Created>('POST', '/api/v1/quotes/{quote_id}/revise', { quote_id }, changes);
  const conversion = { converted_by: 'Dispatch', order_reference: 'SO-7731' };
  const converted = { quote_id: revised.quote.quote_id };
  await call('POST', '/api/v1/quotes/{quote_id}/convert', converted, conversion);
  await call('GET', '/api/v1/quotes/{quote_id}/sheet', { quote_id });
  const profile = { name: 'Example Logistics', email: 'rates@example.com', mc_number: '123456' };
  await call('PUT', '/api/v1/organization/profile', {}, profile);
  await call('GET', '/api/v1/organization/profile');
  await call('PUT', '/api/v1/organization/mail', {}, { senders: ['traffic@bluepine.example'] });
  await call('GET', '/api/v1/organization/mail');
  await call('POST', '/api/v1/quote-sheets', {}, { quote_ids: [quote_id] });
  await call('GET', '/api/v1/reports/quotes');
  await call('POST', '/api/v1/quotes/{quote_id}/share', { quote_id }, { expires_in_days: 30 });
  await call('GET', '/api/v1/quotes/{quote_id}/share', { quote_id });
  await call('GET', '/api/v1/shares');
  await call('DELETE', '/api/v1/quotes/{quote_id}/share', { quote_id });
  await call('GET', '/api/v1/lanes/history?origin=USLAX&destination=Phoenix%2C%20AZ');
  await recordCustomers();
  await recordChats();
  await recordRfps();
  await call('GET', '/api/v1/pricing-strategy');
  const terms = {
    margins: [
      { from_miles: 0, percent: 22, floor: 75 },
      { from_miles: 250, percent: 15, floor: 150 },
    ],
    margins_by_equipment: { reefer: [{ from_miles: 0, percent: 18, floor: 120 }] },
    fuel: 'separate',
    accessorial_overrides: { chassis: { rate: 45 }, drop_and_pick: { percent_of_base: 80 } },
    port_fees: true,
    volume_discounts: [{ percent: 5, containers: 20 }],
    rounding: { to: 5, mode: 'nearest' },
    validity_days: 14,
    guaranteed_percent: 12.5,
    rules: [
      {
        name: 'Acme from Los Angeles',
        when: { customer: 'Acme Imports', origin: 'USLAX' },
        terms: { margin: { percent: 9, floor: 60 }, validity_days: 30 },
      },
    ],
  };
  await call('POST', '/api/v1/pricing-strategy/preview', {}, { ...terms, quotes: 1 });
  await call('DELETE', '/api/v1/quotes/{quote_id}', { quote_id });
  const note = 'More margin below 250 miles';
  await call('PUT', '/api/v1/pricing-strategy', {}, { ...terms, note });
  await call('GET', '/api/v1/pricing-strategy/history?limit=1');
  await call('GET', '/api/v1/accessorials?name=storage');
  const storage = {
    name: 'storage',
    tiers: [
      { from_day: 1, amount: 0 },
      { from_day: 3, amount: 45 },
      { from_day: 6, amount: 80 },
    ],
  };
  await call('PUT', '/api/v1/accessorials', {}, { accessorials: [storage], note: 'Yard fees of December' });
  interface CreatedTableUpload {
    readonly upload: { readonly upload_id: string };
  }
  for (const [path, parameter, fileName] of [
    ['/api/v1/contract-rates/uploads', 'rate_upload_id', 'rates-2027.csv'],
    ['/api/v1/quotes/uploads', 'quote_upload_id', 'quotes-2025.csv'],
  ] as const) {
    const { upload } = await call<CreatedTableUpload>('POST', path, {}, { file_name: fileName });
    const id = { [parameter]: upload.upload_id };
    await call('GET', `${path}/{${parameter}}`, id);
    await call('DELETE', `${path}/{${parameter}}`, id);
  }
  await call('GET', '/api/v1/market/summary');
  interface CreatedUpload {
    readonly data: { readonly id: string };
  }
  const { id: upload_id } = (
    await call<CreatedUpload>('POST', '/api/v1/market/uploads', {}, { fileName: 'october.csv' })
  ).data;
  await call('GET', '/api/v1/market/uploads/{upload_id}', { upload_id });
  await call('DELETE', '/api/v1/market/uploads/{upload_id}', { upload_id });
  await call('GET', '/api/v1/organization');
  await call('GET', '/api/v1/usage');
  interface CreatedKey {
    readonly data: { readonly id: string };
  }
  const { id: key_id } = (
    await call<CreatedKey>('POST', '/api/v1/keys', {}, { name: 'Pricing desk', scopes: ['read', 'write'] })
  ).data;
  await call('GET', '/api/v1/keys');
  await call('POST', '/api/v1/keys/{key_id}/rotate', { key_id }, { overlapHours: 1 });
  await call('DELETE', '/api/v1/keys/{key_id}', { key_id });
  await call('GET', '/api/v1/audit-log?limit=3');

  interface Registered {
    readonly data: { readonly id: string };
  }
  const webhook_id = (
    await call<Registered>('POST', '/v1/webhooks', {}, { url: RECEIVER, events: ['quote.created'], orgId })
  ).data.id;
  const hook = { webhook_id };
  await call('GET', '/v1/webhooks');
  await call('GET', '/v1/webhooks/{webhook_id}', hook);
  await call('PUT', '/v1/webhooks/{webhook_id}', hook, {
    events: ['quote.created', 'quote.updated'],
    orgId,
    enabled: true,
  });
  await call('POST', '/v1/webhooks/{webhook_id}/rotate-secret', hook);
  await call('POST', '/v1/webhooks/{webhook_id}/test', hook, { event: 'quote.created' });
  const sent = (await call<Created>('POST', '/api/v1/quotes', {}, quote)).quote.quote_id;
  interface Listed {
    readonly data: readonly { readonly id: string; readonly status: string; readonly test: boolean }[];
  }
  // Lists are eventually consistent, so the first answers are not recorded.
  const delivered = await eventually(
    async () => {
      const { json } = await service.call('GET', `/v1/webhooks/${webhook_id}/deliveries`, { key });
      return (json as Listed).data.find(({ status, test }) => status === 'delivered' && !test);
    },
    (delivery) => delivery !== undefined,
    60_000,
  );
  await call('GET', '/api/v1/quotes/{quote_id}/events', { quote_id: sent });
  await call('GET', '/api/v1/quotes/{quote_id}/reply', { quote_id: sent });
  await call('GET', '/v1/webhooks/{webhook_id}/health?hours=2', hook);
  const one = { ...hook, delivery_id: delivered?.id ?? '' };
  await call('GET', '/v1/webhooks/{webhook_id}/deliveries?limit=2', hook);
  await call('GET', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', one);
  await call('POST', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', one);
  await call('POST', '/v1/webhooks/{webhook_id}/recover', hook, {
    since: utcDay(new Date()),
    until: utcDay(new Date()),
  });
  await call('DELETE', '/v1/webhooks/{webhook_id}', hook);

  /** Lanes are priced by functions in the background, so the first answers are not recorded. */
  async function recordRfps() {
    interface Rfp {
      readonly rfp: { readonly rfp_id: string; readonly status: string };
    }
    const lanes = [
      { lane_id: 'LA-PHX', origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 12 },
      { lane_id: 'LA-XXX', origin: 'USLAX', destination: 'Nowhere, AZ', weekly_volume: 3 },
    ];
    const rfp = { name: 'Drayage 2027', customer: 'Acme', equipment_type: 'container_40hc', lanes };
    const { rfp_id } = (await call<Rfp>('POST', '/api/v1/rfps', {}, rfp)).rfp;
    const priced = () =>
      eventually(
        async () => ((await service.call('GET', `/api/v1/rfps/${rfp_id}`, { key })).json as Rfp).rfp.status,
        (status) => status === 'priced',
        60_000,
      );
    await priced();
    await call('GET', '/api/v1/rfps/{rfp_id}', { rfp_id });
    await call('GET', '/api/v1/rfps?limit=2');
    await call('GET', '/api/v1/rfps/{rfp_id}/lanes', { rfp_id });
    await call('GET', '/api/v1/rfps/{rfp_id}/results.csv', { rfp_id });
    const workbook = `/api/v1/rfps/${rfp_id}/results.xlsx?for=customer&redirect=false`;
    await eventually(
      () => service.call('GET', workbook, { key }),
      ({ status }) => status === 200,
      60_000,
    );
    await call('GET', '/api/v1/rfps/{rfp_id}/results.xlsx?for=customer&redirect=false', { rfp_id });
    await call('PATCH', '/api/v1/rfps/{rfp_id}', { rfp_id }, { margin_percent: 12 });
    await priced();
    await call('POST', '/api/v1/rfps/{rfp_id}/reprice', { rfp_id });
    await priced();
    const award = { lanes: [0], outcome: 'won', reason: 'Price' };
    await call('POST', '/api/v1/rfps/{rfp_id}/award', { rfp_id }, award);
    const year = { effective_from: '2027-01-01', effective_to: '2027-12-31' };
    await call('POST', '/api/v1/rfps/{rfp_id}/contract-rates', { rfp_id }, { lanes: 'won', ...year });
    await call('POST', '/api/v1/rfps/{rfp_id}/close', { rfp_id });
    await call('DELETE', '/api/v1/rfps/{rfp_id}', { rfp_id });
  }

  async function recordCustomers() {
    const customer = { name: 'Bluepine Foods, Inc.', aliases: ['Bluepine'], terms: 'Net 30' };
    interface CreatedCustomer {
      readonly customer: { readonly customer_id: string };
    }
    const created = await call<CreatedCustomer>('POST', '/api/v1/customers', {}, customer);
    const { customer_id } = created.customer;
    await call('GET', '/api/v1/customers?limit=2');
    await call('GET', '/api/v1/customers/{customer_id}', { customer_id });
    await call('PUT', '/api/v1/customers/{customer_id}', { customer_id }, { ...customer, terms: 'Net 15' });
    await call('DELETE', '/api/v1/customers/{customer_id}', { customer_id });
  }

  async function recordChats() {
    const text = 'Please quote LBCT to Fontana, CA 92335, 40hc, tri-axle.';
    interface CreatedChat {
      readonly chat: { readonly chat_id: string };
    }
    const created = await call<CreatedChat>(
      'POST',
      '/api/v1/chats',
      {},
      { subject: 'Drayage from LA', text },
    );
    const { chat_id } = created.chat;
    const answer = { text: `Pick up ${utcDay(new Date(Date.now() + 3 * 86_400_000))}.` };
    await call('POST', '/api/v1/chats/{chat_id}/messages', { chat_id }, answer);
    await call('GET', '/api/v1/chats?limit=2');
    await call('POST', '/api/v1/chats/{chat_id}/quotes', { chat_id }, { lanes: 'all' });
    await call('GET', '/api/v1/chats/{chat_id}', { chat_id });
    await call('GET', '/api/v1/chats/{chat_id}/reply', { chat_id });
    await call('POST', '/api/v1/chats/{chat_id}/rfp', { chat_id }, { name: 'Drayage 2027' });
    await call('DELETE', '/api/v1/chats/{chat_id}', { chat_id });
  }

  const missing = OPERATIONS.map((endpoint) => operationIdOf(endpoint.function)).filter(
    (id) => !examples[id],
  );
  if (missing.length > 0) throw new Error(`No calls of ${missing.join(', ')}`);
  await writeFile(FILE, `${JSON.stringify(examples, undefined, 2)}\n`);
} finally {
  await service.stop();
  await engine.stop();
  receiver.close();
  receiver.closeAllConnections();
}
