import { randomUUID } from 'node:crypto';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { strategyBody } from '../../support/strategy-body.ts';

/** Resources of one organization in one mode. */
export interface Resources {
  readonly quote_id: string;
  readonly rate_id: string;
  readonly rfp_id: string;
  readonly chat_id: string;
  readonly customer_id: string;
  readonly webhook_id: string;
  readonly delivery_id: string;
  readonly key_id: string;
  readonly upload_id: string;
  readonly rate_upload_id: string;
  readonly quote_upload_id: string;
  readonly receiverUrl: string;
}

/** What an operation is called with in the matrix, beyond the parameters of its path. */
export interface OperationRequest {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that succeeds for the owner of the resources. */
  readonly body?: (orgId: string, resources: Resources) => unknown;
}

const today = utcDay(new Date());

const contractRate = {
  ...{ origin: 'USSAV', destination: 'Atlanta, GA', equipment_type: 'container_40hc', rate_type: 'flat' },
  ...{ amount: 850, fuel: 'included', effective_from: '2030-01-01' },
};

const QUOTE = {
  origin: 'USLAX',
  destination: 'USCHI',
  equipment_type: 'dryvan',
  pickup_date: addDays(today, 10),
};

/**
 * One entry for each operation of functions/, by method and path. With the key of the owner, each of
 * these requests succeeds.
 */
export const OPERATION_REQUESTS: Readonly<Record<string, OperationRequest>> = {
  'GET /api/v1/terminals/search': { query: '?query=elizabeth' },
  'GET /api/v1/places/search': { query: '?query=savannah' },
  'POST /api/v1/rates': {
    body: () => [
      { originTerminal: 'APM Elizabeth Terminal', destinationCity: 'Chicago', destinationState: 'IL' },
    ],
  },
  'POST /api/v1/quotes': { body: () => QUOTE },
  'POST /api/v1/quotes/preview': { body: () => QUOTE },
  'GET /api/v1/quotes': {},
  'GET /api/v1/reports/quotes': { query: '?group_by=customer' },
  'GET /api/v1/quotes/{quote_id}': {},
  'GET /api/v1/quotes/{quote_id}/events': {},
  'GET /api/v1/quotes/{quote_id}/reply': {},
  'GET /api/v1/quotes/{quote_id}/sheet': {},
  'POST /api/v1/quote-sheets': { body: (_, { quote_id }) => ({ quote_ids: [quote_id] }) },
  'POST /api/v1/quotes/{quote_id}/share': { body: () => ({ expires_in_days: 1 }) },
  'GET /api/v1/quotes/{quote_id}/share': {},
  'DELETE /api/v1/quotes/{quote_id}/share': {},
  'GET /api/v1/shares': {},
  'DELETE /api/v1/quotes/{quote_id}': {},
  'POST /api/v1/quotes/{quote_id}/convert': {},
  'POST /api/v1/quotes/{quote_id}/decline': { body: () => ({ reason: 'price' }) },
  'POST /api/v1/quotes/{quote_id}/revise': { body: () => ({}) },
  'GET /api/v1/lanes/history': { query: '?origin=USLAX&destination=Phoenix,%20AZ' },
  'POST /api/v1/customers': { body: () => ({ name: `Bluepine ${randomUUID()}` }) },
  'GET /api/v1/customers': {},
  'GET /api/v1/customers/{customer_id}': {},
  'PUT /api/v1/customers/{customer_id}': { body: () => ({ name: 'Bluepine Foods', phone: '555 0100' }) },
  'DELETE /api/v1/customers/{customer_id}': {},
  'POST /api/v1/contract-rates': { body: () => ({ rates: [contractRate] }) },
  'GET /api/v1/contract-rates': { query: '?limit=100' },
  'GET /api/v1/contract-rates/{rate_id}': {},
  'PUT /api/v1/contract-rates/{rate_id}': { body: () => ({ ...contractRate, amount: 900 }) },
  'DELETE /api/v1/contract-rates/{rate_id}': {},
  'POST /api/v1/contract-rates/uploads': { body: () => ({ file_name: 'rates.csv' }) },
  'GET /api/v1/contract-rates/uploads/{rate_upload_id}': {},
  'DELETE /api/v1/contract-rates/uploads/{rate_upload_id}': {},
  'POST /api/v1/quotes/uploads': { body: () => ({ file_name: 'quotes.csv' }) },
  'GET /api/v1/quotes/uploads/{quote_upload_id}': {},
  'DELETE /api/v1/quotes/uploads/{quote_upload_id}': {},
  'POST /api/v1/rfps': {
    body: () => ({
      name: 'Drayage 2027',
      customer: 'Acme',
      lanes: [{ origin: 'USLAX', destination: 'Phoenix, AZ' }],
    }),
  },
  'GET /api/v1/rfps': {},
  'GET /api/v1/rfps/{rfp_id}': {},
  'GET /api/v1/rfps/{rfp_id}/lanes': { query: '?sort=spend' },
  'GET /api/v1/rfps/{rfp_id}/results.csv': {},
  'GET /api/v1/rfps/{rfp_id}/results.xlsx': { query: '?redirect=false' },
  // A name can be changed in more statuses than prices.
  'PATCH /api/v1/rfps/{rfp_id}': { body: () => ({ name: 'Another name' }) },
  'POST /api/v1/rfps/{rfp_id}/reprice': {},
  'POST /api/v1/rfps/{rfp_id}/award': { body: () => ({ lanes: 'all', outcome: 'won' }) },
  'POST /api/v1/rfps/{rfp_id}/contract-rates': {
    body: () => ({ lanes: [0], effective_from: today }),
  },
  'POST /api/v1/rfps/{rfp_id}/close': {},
  'DELETE /api/v1/rfps/{rfp_id}': {},
  'POST /api/v1/chats': {
    body: () => ({ text: `Please quote LBCT to Fontana, CA, 40HC, pick up ${addDays(today, 10)}` }),
  },
  'GET /api/v1/chats': {},
  'GET /api/v1/chats/{chat_id}': {},
  'GET /api/v1/chats/{chat_id}/reply': {},
  'POST /api/v1/chats/{chat_id}/messages': { body: () => ({ text: 'it is hazmat' }) },
  'POST /api/v1/chats/{chat_id}/quotes': { body: () => ({ lanes: 'all' }) },
  'POST /api/v1/chats/{chat_id}/rfp': { body: () => ({ name: 'Drayage of a mail' }) },
  'DELETE /api/v1/chats/{chat_id}': {},
  'GET /api/v1/market/summary': {},
  'POST /api/v1/market/uploads': { body: () => ({ fileName: 'loads.csv' }) },
  'GET /api/v1/market/uploads/{upload_id}': {},
  'DELETE /api/v1/market/uploads/{upload_id}': {},
  'GET /api/v1/usage': {},
  'GET /api/v1/organization': {},
  'GET /api/v1/organization/profile': {},
  'PUT /api/v1/organization/profile': { body: () => ({ name: 'Harbor Lines', phone: '555 0100' }) },
  'GET /api/v1/organization/mail': {},
  'PUT /api/v1/organization/mail': { body: () => ({ senders: ['traffic@bluepine.example'] }) },
  'GET /api/v1/pricing-strategy': {},
  'PUT /api/v1/pricing-strategy': { body: () => strategyBody({ validity_days: 45 }) },
  'GET /api/v1/accessorials': { query: '?name=storage' },
  'PUT /api/v1/accessorials': {
    body: () => ({ accessorials: [{ name: 'storage', amount: 60 }] }),
  },
  'POST /mcp': {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: () => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'create_quote',
        arguments: {
          origin: 'USLAX',
          destination: 'USCHI',
          equipment_type: 'dryvan',
          pickup_date: addDays(today, 10),
          save: true,
        },
      },
    }),
  },
  'GET /api/v1/keys': {},
  'POST /api/v1/keys': { body: () => ({ name: 'New key', scopes: ['admin'] }) },
  'POST /api/v1/keys/{key_id}/rotate': { body: () => ({ overlapHours: 1 }) },
  'DELETE /api/v1/keys/{key_id}': {},
  'GET /api/v1/audit-log': {},
  'GET /api/v1/pricing-strategy/history': {},
  'POST /api/v1/pricing-strategy/preview': { body: () => strategyBody({ quotes: 5 }) },
  'POST /v1/webhooks': {
    body: (orgId, { receiverUrl }) => ({ url: `${receiverUrl}/new`, events: ['rfp.deleted'], orgId }),
  },
  'GET /v1/webhooks': {},
  'GET /v1/webhooks/{webhook_id}': {},
  'GET /v1/webhooks/{webhook_id}/health': { query: '?hours=48' },
  'PUT /v1/webhooks/{webhook_id}': { body: (orgId) => ({ events: ['rfp.deleted'], orgId }) },
  'DELETE /v1/webhooks/{webhook_id}': {},
  'POST /v1/webhooks/{webhook_id}/rotate-secret': {},
  'POST /v1/webhooks/{webhook_id}/test': {},
  'GET /v1/webhooks/{webhook_id}/deliveries': {},
  'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}': {},
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {},
  'POST /v1/webhooks/{webhook_id}/recover': {
    body: () => ({ since: addDays(today, -1), until: addDays(today, 1) }),
  },
};
