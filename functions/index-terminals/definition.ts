import type { FunctionDefinition } from '../definition-types.ts';

/** Writes terminal changes from the stream of the terminals table to the search index. */
export const definition = {
  function: 'index-terminals',
  tables: {},
  searchDomain: 'write',
  timeoutSeconds: 60,
  impact:
    'Searches return stale terminals; rates are not affected. After the fix, run freight terminals reindex.',
} satisfies FunctionDefinition;
