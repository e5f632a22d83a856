import type { FunctionDefinition } from './function-definition.ts';

/** Brings files of loads in that were put in the bucket of uploads. */
export const IMPORT_MARKET: FunctionDefinition & {
  readonly batchSize: number;
  readonly maximumConcurrency: number;
} = {
  function: 'import-market',
  tables: {
    organizations: ['GetItem'],
    terminals: ['Query'],
    market: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
  },
  leadingKeys: { organizations: ['ORG#*'] },
  data: ['places'],
  batchSize: 1,
  // The least that SQS takes: imports share the market's items, and more of them at once are not sooner done.
  maximumConcurrency: 2,
  // More than 1.8 GB is a whole processor.
  memoryMb: 2048,
  // Two thirds are for work, the rest for the step that is under way then. A run that is killed is tried again after six
  // times as long: with Lambda's most that would be an hour and a half.
  timeoutSeconds: 600,
  impact:
    'Files of loads that were uploaded wait; rates do not follow them. freight market import brings them in.',
};
