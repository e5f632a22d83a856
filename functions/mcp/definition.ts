import type { Endpoint } from '../definition-types.ts';

/** The Model Context Protocol: tools for agents, with the use cases and rights of the operations that they call. */
export const definition = {
  function: 'mcp',
  method: 'POST',
  path: '/mcp',
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'Query', 'UpdateItem'],
    quotes: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    rfps: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    strategies: ['GetItem', 'BatchGetItem', 'Query'],
    contracts: ['BatchGetItem', 'Query'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  data: ['terminals', 'places', 'glossary'],
  roadDistances: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Agents cannot use the tools of POST /mcp; the REST operations are not affected.',
} satisfies Endpoint;
