import type { Endpoint } from './function-definition.ts';

/** Operations on sheets of quotes and on their share links. */
export const QUOTE_SHEET_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}/sheet',
    function: 'read-quote-sheet',
    errorFormat: 'quotes',
    tables: { quotes: ['Query'], organizations: ['GetItem'], strategies: ['GetItem'] },
    // The table also contains API keys.
    leadingKeys: { organizations: ['ORG#*'] },
    data: ['fonts'],
    // A PDF file of 100 charges takes up to 0.5 s of a vCPU.
    memoryMb: 1024,
    timeoutSeconds: 15,
    impact: 'Callers cannot read sheets of quotes for their customers; the quotes themselves can be read.',
  },
  {
    method: 'POST',
    path: '/api/v1/quotes/{quote_id}/share',
    function: 'share-quote',
    errorFormat: 'quotes',
    tables: {
      quotes: ['GetItem', 'ConditionCheckItem', 'PutItem'],
      idempotency: ['GetItem', 'PutItem'],
      audit: ['PutItem'],
    },
    namesPublicUrl: true,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot create share links of quotes; links that exist work.',
  },
  {
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}/share',
    function: 'read-quote-share',
    errorFormat: 'quotes',
    tables: { quotes: ['GetItem'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot see expiry and views of share links; the links work.',
  },
  {
    method: 'DELETE',
    path: '/api/v1/quotes/{quote_id}/share',
    function: 'revoke-quote-share',
    errorFormat: 'quotes',
    tables: { quotes: ['GetItem', 'DeleteItem'], audit: ['PutItem'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    isSeldomCalled: true,
    impact: 'Callers cannot revoke share links; each stops working when it expires.',
  },
  {
    method: 'GET',
    path: '/api/v1/shares',
    function: 'list-quote-shares',
    errorFormat: 'quotes',
    tables: { quotes: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot list their share links; the links work.',
  },
];
