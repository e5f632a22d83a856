import type { Endpoint } from './function-definition.ts';

/** The table also contains organizations. These keys hold API keys, and the register of the keys of an account. */
const KEYS_ONLY = { organizations: ['KEYS#*', 'KEY#*', 'KEYID#*'] } as const;

/** Operations on API keys and on the audit log. They need the scope admin. */
export const KEY_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/keys',
    function: 'list-keys',
    errorFormat: 'rates',
    tables: { organizations: ['GetItem', 'BatchGetItem'] },
    leadingKeys: KEYS_ONLY,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot list their API keys; all keys still work.',
  },
  {
    method: 'POST',
    path: '/api/v1/keys',
    function: 'create-key',
    errorFormat: 'rates',
    tables: {
      organizations: ['GetItem', 'PutItem', 'DeleteItem'],
      idempotency: ['GetItem', 'PutItem'],
      audit: ['PutItem'],
    },
    leadingKeys: KEYS_ONLY,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot create API keys; freight key create does it for them.',
  },
  {
    method: 'POST',
    path: '/api/v1/keys/{key_id}/rotate',
    function: 'rotate-key',
    errorFormat: 'rates',
    tables: {
      organizations: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      idempotency: ['GetItem', 'PutItem'],
      audit: ['PutItem'],
    },
    leadingKeys: KEYS_ONLY,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot rotate an API key, not even a leaked one; freight key rotate does it for them.',
  },
  {
    method: 'DELETE',
    path: '/api/v1/keys/{key_id}',
    function: 'delete-key',
    errorFormat: 'rates',
    tables: { organizations: ['GetItem', 'PutItem', 'DeleteItem'], audit: ['PutItem'] },
    leadingKeys: KEYS_ONLY,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot delete an API key, not even a leaked one; freight key revoke does it for them.',
  },
  {
    method: 'GET',
    path: '/api/v1/audit-log',
    function: 'read-audit-log',
    errorFormat: 'rates',
    tables: { audit: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot read their audit log; changes are still recorded.',
  },
];
