import type { FunctionDefinition } from '../definition-types.ts';

/** Returns `openapi.json`. It is not an operation: it needs no key, and is not part of the description. */
export const definition = {
  function: 'read-api-description',
  tables: {},
  data: ['description'],
  impact: 'Integrators and tools cannot read the description of the API; all operations work.',
} satisfies FunctionDefinition;
