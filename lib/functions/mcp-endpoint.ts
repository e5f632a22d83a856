import type { Endpoint } from './function-definition.ts';

/** The Model Context Protocol: tools for agents, with the use cases and rights of the operations that they call. */
export const MCP: Endpoint = {
  method: 'POST',
  path: '/mcp',
  function: 'mcp',
  errorFormat: 'general',
  isUndescribed: true,
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'Query', 'UpdateItem'],
    quotes: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    rfps: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    strategies: ['GetItem', 'BatchGetItem', 'Query'],
    contracts: ['BatchGetItem'],
    idempotency: ['GetItem', 'PutItem'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  // The table also contains API keys.
  leadingKeys: { organizations: ['ORG#*'] },
  data: ['terminals', 'places', 'glossary'],
  roadDistances: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Agents cannot use the tools of POST /mcp; the REST operations are not affected.',
};
