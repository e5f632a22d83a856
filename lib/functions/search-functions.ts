import type { FunctionDefinition } from './function-definition.ts';

/** Carries changes of terminals into the search index, from the stream of their table. */
export const INDEX_TERMINALS: FunctionDefinition = {
  function: 'index-terminals',
  tables: {},
  searchDomain: 'write',
  data: [],
  memoryMb: 512,
  timeoutSeconds: 60,
  impact:
    'Callers do not find changed terminals as they are now; rates know them. Then freight terminals reindex.',
};

/** Builds the search index anew from the table. */
export const REINDEX_TERMINALS: FunctionDefinition = {
  function: 'reindex-terminals',
  tables: { terminals: ['Query', 'PutItem'] },
  searchDomain: 'rebuild',
  data: [],
  memoryMb: 1024,
  timeoutSeconds: 300,
  impact:
    'The search index is not built anew: what was in service stays, else the embedded search answers. freight terminals reindex tries again.',
};

export const SEARCH_FUNCTIONS: readonly FunctionDefinition[] = [INDEX_TERMINALS, REINDEX_TERMINALS];
