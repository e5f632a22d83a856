import type { FunctionDefinition } from '../definition-types.ts';

/** Rebuilds the search index from the table. */
export const definition = {
  function: 'reindex-terminals',
  tables: { terminals: ['Query', 'PutItem'] },
  searchDomain: 'rebuild',
  memoryMb: 1024,
  timeoutSeconds: 300,
  impact:
    'The search index is not rebuilt: the previous index stays in use; without one, the embedded search answers. freight terminals reindex retries.',
} satisfies FunctionDefinition;
