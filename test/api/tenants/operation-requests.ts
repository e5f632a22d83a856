import { addDays, utcDay } from '../../../shared/platform/time/utc-day.ts';
import { strategyBody } from '../../support/strategy-body.ts';

/** Resources of one organization in one mode. */
export interface Resources {
  readonly quote_id: string;
  readonly webhook_id: string;
  readonly delivery_id: string;
  readonly receiverUrl: string;
}

/** What an operation is called with in the matrix, beyond the parameters of its path. */
export interface OperationRequest {
  readonly query?: string;
  /** A body that succeeds for the owner of the resources. */
  readonly body?: (orgId: string, resources: Resources) => unknown;
}

const today = utcDay(new Date());

/**
 * One entry for each operation of lib/functions/endpoints.ts, by method and path. With the key of the owner, each of
 * these requests succeeds.
 */
export const OPERATION_REQUESTS: Readonly<Record<string, OperationRequest>> = {
  'GET /api/v1/terminals/search': { query: '?query=elizabeth' },
  'POST /api/v1/rates': {
    body: () => [
      { originTerminal: 'APM Elizabeth Terminal', destinationCity: 'Chicago', destinationState: 'IL' },
    ],
  },
  'POST /api/v1/quotes': {
    body: () => ({
      origin: 'USLAX',
      destination: 'USCHI',
      equipment_type: 'dryvan',
      pickup_date: addDays(today, 10),
    }),
  },
  'GET /api/v1/quotes': {},
  'GET /api/v1/quotes/{quote_id}': {},
  'DELETE /api/v1/quotes/{quote_id}': {},
  'POST /api/v1/quotes/{quote_id}/convert': {},
  'GET /api/v1/usage': {},
  'GET /api/v1/organization': {},
  'GET /api/v1/pricing-strategy': {},
  'PUT /api/v1/pricing-strategy': { body: () => strategyBody({ validity_days: 45 }) },
  'POST /v1/webhooks': {
    body: (orgId, { receiverUrl }) => ({ url: `${receiverUrl}/new`, events: ['rfp.created'], orgId }),
  },
  'GET /v1/webhooks': {},
  'GET /v1/webhooks/{webhook_id}': {},
  'PUT /v1/webhooks/{webhook_id}': { body: (orgId) => ({ events: ['rfp.created'], orgId }) },
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
