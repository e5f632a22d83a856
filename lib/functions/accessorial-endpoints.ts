import type { Endpoint } from './function-definition.ts';

/** Operations on the accessorial tariff, which is a part of the versions of the pricing strategy. */
export const ACCESSORIAL_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/accessorials',
    function: 'read-accessorials',
    errorFormat: 'quotes',
    tables: { strategies: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot read their accessorial tariff; new quotes are not affected.',
  },
  {
    method: 'PUT',
    path: '/api/v1/accessorials',
    function: 'replace-accessorials',
    errorFormat: 'quotes',
    tables: { strategies: ['Query', 'PutItem'], audit: ['PutItem'], terminals: ['GetItem'] },
    data: ['terminals'],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot change their accessorial tariff; the current tariff stays active.',
  },
];
