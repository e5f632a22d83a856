import type { QueueFunction } from '../definition-types.ts';

/** Imports files of loads, contract rates and past quotes from the bucket of uploads, and loads of converted quotes. */
export const definition = {
  function: 'import-market',
  queue: 'uploads',
  tables: {
    organizations: ['GetItem'],
    terminals: ['GetItem', 'Query'],
    market: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    contracts: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    quotes: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    strategies: ['Query'],
  },
  // An import that needs more time continues by a message to its own queue.
  queues: ['uploads'],
  data: ['places'],
  batchSize: 1,
  // The minimum of SQS: imports of loads write the same market items, so more concurrency makes them no faster.
  maximumConcurrency: 2,
  // Above 1.8 GB Lambda gives a full vCPU.
  memoryMb: 2048,
  // An import starts no new step in the last three minutes of this time. A killed run is retried after six times the
  // time-out; with the maximum of Lambda that would be 90 minutes.
  timeoutSeconds: 600,
  impact:
    'Uploaded files of loads, contract rates and past quotes are not imported; freight market import imports loads by hand. Converted quotes do not become loads until it works again.',
} satisfies QueueFunction<'uploads'>;
