import type { FunctionDefinition } from '../definition-types.ts';

export const definition = {
  function: 'authorizer',
  tables: { organizations: ['GetItem'] },
  leadingKeys: { organizations: ['ORG#*', 'KEY#*'] },
  attributeUpdates: { organizations: { leadingKeys: ['KEY#*'], attributes: ['pk', 'lastUsedOn'] } },
  timeoutSeconds: 5,
  impact: 'Every call gets 500.',
} satisfies FunctionDefinition;
