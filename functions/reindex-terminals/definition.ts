import type { FunctionDefinition } from '../definition-types.ts';

/** Rebuilds the search index from the table. */
export const definition = {
  function: 'reindex-terminals',
  tables: { terminals: ['Query'] },
  searchDomain: 'rebuild',
  memoryMb: 1024,
  timeoutSeconds: 300,
  impact:
    'There is no complete search index: the embedded search answers. freight terminals reindex retries.',
} satisfies FunctionDefinition;
