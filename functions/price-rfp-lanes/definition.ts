import type { QueueFunction } from '../definition-types.ts';

/** Prices the chunks of RFPs, reads their files of lanes, writes files of results, and erases deleted RFPs. */
export const definition = {
  function: 'price-rfp-lanes',
  queue: 'rfp-work',
  tables: {
    rfps: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'BatchWriteItem'],
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['GetItem', 'Query'],
    contracts: ['Query'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  // A sent file becomes a message of its organization.
  queues: ['rfp-work'],
  uploads: 'work-on-rfp',
  data: ['terminals', 'places'],
  roadDistances: true,
  // A chunk takes about a second: with one message for each run, a worker is soon free for another organization.
  batchSize: 1,
  // 100,000 lanes are 2,000 chunks, about three minutes. More workers would mostly conflict on the head of one RFP.
  maximumConcurrency: 10,
  // Lambda gives a whole vCPU from this size.
  memoryMb: 1_769,
  // A file of 100,000 lanes is read, and one of their results written, in one run.
  timeoutSeconds: 120,
  impact:
    'Lanes of RFPs are priced late, or stay without a price, files of lanes are not read, and files of results not written; none is priced or counted twice.',
} satisfies QueueFunction<'rfp-work'>;
