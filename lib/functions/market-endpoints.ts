import type { Endpoint } from './function-definition.ts';

/** Operations on the loads of an organization. */
export const MARKET_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/market/summary',
    function: 'read-market-summary',
    errorFormat: 'general',
    tables: { market: ['GetItem', 'BatchGetItem'] },
    leadingKeys: { market: ['cell#*', 'market'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot read what they contribute to the market; rates are not affected.',
  },
  {
    method: 'POST',
    path: '/api/v1/market/uploads',
    function: 'create-market-upload',
    errorFormat: 'general',
    tables: { idempotency: ['GetItem', 'PutItem'] },
    uploads: 'create',
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot upload loads; freight market import does it for them.',
  },
  {
    method: 'GET',
    path: '/api/v1/market/uploads/{upload_id}',
    function: 'read-market-upload',
    errorFormat: 'general',
    tables: {},
    uploads: 'read',
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot follow the import of their loads; imports are not affected.',
  },
];
