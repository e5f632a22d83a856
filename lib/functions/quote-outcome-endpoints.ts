import type { Endpoint } from './function-definition.ts';
import { tableUploadEndpoints } from './table-upload-endpoints.ts';

/** Operations on the outcomes of quotes, except their conversion, and on past quotes. */
export const QUOTE_OUTCOME_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/reports/quotes',
    function: 'read-quote-report',
    errorFormat: 'quotes',
    tables: { quotes: ['Query'] },
    data: [],
    // The lanes of a large account are up to 100,000 items.
    memoryMb: 1024,
    timeoutSeconds: 10,
    impact: 'Callers cannot read reports on quotes; the sums are still counted.',
  },
  {
    method: 'POST',
    path: '/api/v1/quotes/{quote_id}/decline',
    function: 'decline-quote',
    errorFormat: 'quotes',
    tables: { quotes: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot record why customers declined quotes.',
  },
  {
    method: 'POST',
    path: '/api/v1/quotes/{quote_id}/revise',
    function: 'revise-quote',
    errorFormat: 'quotes',
    tables: {
      organizations: ['BatchGetItem'],
      usage: ['Query', 'UpdateItem'],
      quotes: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      strategies: ['Query'],
      contracts: ['BatchGetItem'],
      idempotency: ['GetItem', 'PutItem'],
      terminals: ['GetItem'],
      market: ['GetItem', 'BatchGetItem'],
    },
    leadingKeys: { organizations: ['ORG#*'] },
    data: ['terminals', 'places'],
    roadDistances: true,
    memoryMb: 1024,
    timeoutSeconds: 15,
    impact: 'Callers cannot revise quotes; they can create new ones.',
  },
  ...tableUploadEndpoints({
    path: '/api/v1/quotes/uploads',
    parameter: 'quote_upload_id',
    name: 'quote',
    uses: ['create-quotes', 'read-quotes', 'cancel-quotes'],
    what: 'past quotes',
    instead: 'reports count the quotes of the service',
  }),
];
