import type { FunctionDefinition } from './function-definition.ts';

/** Writes terminal changes from the stream of the terminals table to the search index. */
export const INDEX_TERMINALS: FunctionDefinition = {
  function: 'index-terminals',
  tables: {},
  searchDomain: 'write',
  data: [],
  memoryMb: 512,
  timeoutSeconds: 60,
  impact:
    'Searches return stale terminals; rates are not affected. After the fix, run freight terminals reindex.',
};

/** Rebuilds the search index from the table. */
export const REINDEX_TERMINALS: FunctionDefinition = {
  function: 'reindex-terminals',
  tables: { terminals: ['Query', 'PutItem'] },
  searchDomain: 'rebuild',
  data: [],
  memoryMb: 1024,
  timeoutSeconds: 300,
  impact:
    'The search index is not rebuilt: the previous index stays in use; without one, the embedded search answers. freight terminals reindex retries.',
};

export const SEARCH_FUNCTIONS: readonly FunctionDefinition[] = [INDEX_TERMINALS, REINDEX_TERMINALS];
