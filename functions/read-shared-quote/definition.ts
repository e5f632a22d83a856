import type { FunctionDefinition } from '../definition-types.ts';

/** Returns the sheet of a share link. It is not an operation: a token replaces key and authorizer. */
export const definition = {
  function: 'read-shared-quote',
  tables: {
    quotes: ['GetItem', 'Query'],
    organizations: ['GetItem'],
    strategies: ['GetItem'],
    contracts: ['GetItem'],
  },
  leadingKeys: { contracts: ['*#profile'], quotes: ['share#*', '*#Q-*'] },
  attributeUpdates: {
    quotes: {
      leadingKeys: ['*#shares'],
      attributes: ['pk', 'sk', 'viewCount', 'lastViewedAt', 'tokenHash', 'expiresAt'],
    },
  },
  data: ['fonts'],
  // As the sheet with an API key.
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Customers cannot open share links of quotes; organizations can read the sheets.',
} satisfies FunctionDefinition;
