import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

const { FREIGHT_URL = '', FREIGHT_API_KEY = '', RECEIVER_URL = '', ORG_ID = '' } = process.env;
const client = createClient<paths>({ baseUrl: FREIGHT_URL, headers: { 'x-api-key': FREIGHT_API_KEY } });

const found = await client.GET('/api/v1/terminals/search', {
  params: { query: { query: 'elizabeth', type: 'marine' } },
});
const terminal = found.data?.data[0]?.name ?? '';

const priced = await client.POST('/api/v1/rates', {
  body: [{ originTerminal: terminal, destinationCity: 'Chicago', destinationState: 'IL' }],
});
assert((priced.data?.data[0]?.analysis.suggestedRate ?? 0) > 0);

const created = await client.POST('/api/v1/quotes', {
  params: { header: { 'Idempotency-Key': 'generated-openapi-typescript' } },
  body: {
    origin: terminal,
    destination: 'Chicago, IL',
    equipment_type: 'container_40hc',
    pickup_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  },
});
const listed = await client.GET('/api/v1/quotes');
assert(listed.data?.quotes.some(({ quote_id }) => quote_id === created.data?.quote.quote_id));

const webhook = await client.POST('/v1/webhooks', {
  body: { url: RECEIVER_URL, orgId: ORG_ID, events: ['quote.created'] },
});
assert.equal(webhook.data?.data.events[0], 'quote.created');

type Event = components['schemas']['WebhookEvent'];
/** Compiles if the name of the event tells its object. */
export const numberOf = (event: Event): string | undefined =>
  event.event === 'quote.created' ? event.object.quoteNumber : undefined;
