import type { FunctionDefinition } from '../definition-types.ts';

export const definition = {
  function: 'authorizer',
  tables: { organizations: ['GetItem'] },
  attributeUpdates: { organizations: { leadingKeys: ['KEY#*'], attributes: ['pk', 'lastUsedOn'] } },
  memoryMb: 512,
  timeoutSeconds: 5,
  impact: 'Every call gets 500.',
} satisfies FunctionDefinition;
