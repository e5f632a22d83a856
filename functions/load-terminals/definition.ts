import type { FunctionDefinition } from '../definition-types.ts';

export const definition = {
  function: 'load-terminals',
  tables: { terminals: ['GetItem', 'Query', 'PutItem'] },
  data: ['terminals'],
  timeoutSeconds: 25,
  impact: 'New terminals of the deployment are missing; freight terminals import adds them by hand.',
} satisfies FunctionDefinition;
