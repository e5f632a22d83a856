import assert from 'node:assert/strict';
import { client } from './hey/client.gen.ts';
import { createQuote, createWebhook, listQuotes, priceLanes, searchTerminals } from './hey/index.ts';
import type { QuoteCreatedEvent, WebhookEvent } from './hey/types.gen.ts';

const { FREIGHT_URL = '', FREIGHT_API_KEY = '', RECEIVER_URL = '', ORG_ID = '' } = process.env;
client.setConfig({ baseUrl: FREIGHT_URL, headers: { 'x-api-key': FREIGHT_API_KEY } });

const found = await searchTerminals({ query: { query: 'elizabeth', type: 'marine' }, throwOnError: true });
const terminal = found.data.data[0]?.name ?? '';

const priced = await priceLanes({
  body: [{ originTerminal: terminal, destinationCity: 'Chicago', destinationState: 'IL' }],
  throwOnError: true,
});
assert((priced.data.data[0]?.analysis.suggestedRate ?? 0) > 0);

const created = await createQuote({
  headers: { 'Idempotency-Key': 'generated-hey-api' },
  body: {
    origin: terminal,
    destination: 'Chicago, IL',
    equipment_type: 'container_40hc',
    pickup_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  },
  throwOnError: true,
});
const listed = await listQuotes({ throwOnError: true });
assert(listed.data.quotes.some(({ quote_id }) => quote_id === created.data.quote.quote_id));

const webhook = await createWebhook({
  body: { url: RECEIVER_URL, orgId: ORG_ID, events: ['quote.created'] },
  throwOnError: true,
});
assert.equal(webhook.data.data.events[0], 'quote.created');

/** Compiles if the name of the event tells its object. */
export const numberOf = (event: WebhookEvent): string | undefined =>
  event.event === 'quote.created' ? (event satisfies QuoteCreatedEvent).object.quoteNumber : undefined;
