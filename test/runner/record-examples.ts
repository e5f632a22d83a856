import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { ENDPOINTS } from '../../lib/functions/endpoints.ts';
import { operationIdOf, type RecordedExample } from '../../openapi/document.ts';
import { utcDay } from '../../shared/platform/time/utc-day.ts';
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
    const endpoint = ENDPOINTS.find((one) => one.method === method && one.path === template.split('?')[0]);
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const { status, text, json } = await service.call(method, path, {
      key,
      ...(body === undefined ? {} : { body }),
    });
    if (endpoint === undefined || status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    const response: unknown = JSON.parse(text.replace(/whsec_[A-Za-z0-9+/=]+/g, SECRET));
    examples[operationIdOf(endpoint.function)] ??= {
      ...(body === undefined ? {} : { request: body }),
      response,
    };
    return json as Body;
  };

  await call('GET', '/api/v1/terminals/search?query=port+elizabeth&limit=2');
  await call('POST', '/api/v1/rates', {}, [
    {
      originTerminal: 'APM Elizabeth Terminal',
      destinationCity: 'Chicago',
      destinationState: 'IL',
      destinationZip: '60632',
    },
  ]);
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
  const { quote_id } = (await call<Created>('POST', '/api/v1/quotes', {}, quote)).quote;
  await call('GET', '/api/v1/quotes?limit=2');
  await call('GET', '/api/v1/quotes/{quote_id}', { quote_id });
  await call('POST', '/api/v1/quotes/{quote_id}/convert', { quote_id });
  await call('DELETE', '/api/v1/quotes/{quote_id}', { quote_id });
  await call('GET', '/api/v1/pricing-strategy');
  await call(
    'PUT',
    '/api/v1/pricing-strategy',
    {},
    {
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
    },
  );
  await call('GET', '/api/v1/organization');
  await call('GET', '/api/v1/usage');

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
  await call('POST', '/api/v1/quotes', {}, quote);
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
  const one = { ...hook, delivery_id: delivered?.id ?? '' };
  await call('GET', '/v1/webhooks/{webhook_id}/deliveries?limit=2', hook);
  await call('GET', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', one);
  await call('POST', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', one);
  await call('POST', '/v1/webhooks/{webhook_id}/recover', hook, {
    since: utcDay(new Date()),
    until: utcDay(new Date()),
  });
  await call('DELETE', '/v1/webhooks/{webhook_id}', hook);

  const missing = ENDPOINTS.map((endpoint) => operationIdOf(endpoint.function)).filter((id) => !examples[id]);
  if (missing.length > 0) throw new Error(`No calls of ${missing.join(', ')}`);
  await writeFile(FILE, `${JSON.stringify(examples, undefined, 2)}\n`);
} finally {
  await service.stop();
  await engine.stop();
  receiver.close();
  receiver.closeAllConnections();
}
