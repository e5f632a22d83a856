import type { FunctionDefinition, QueueFunction } from './function-definition.ts';

/** Prices the chunks of RFPs, reads their files of lanes, writes files of results, and erases deleted RFPs. */
export const PRICE_RFP_LANES: QueueFunction<'rfp-work'> = {
  function: 'price-rfp-lanes',
  queue: 'rfp-work',
  tables: {
    rfps: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'BatchWriteItem'],
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['GetItem', 'Query'],
    terminals: ['GetItem'],
    market: ['GetItem', 'BatchGetItem'],
  },
  leadingKeys: { organizations: ['ORG#*'] },
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
};

/** Sends the chunks of new runs, the erasure of deleted RFPs, and events, from the stream of the table of RFPs. */
export const PUBLISH_RFP_CHANGES: FunctionDefinition = {
  function: 'publish-rfp-changes',
  tables: { rfps: ['GetItem'] },
  queues: ['events', 'rfp-work'],
  data: [],
  memoryMb: 512,
  timeoutSeconds: 60,
  impact:
    'New RFPs are not priced, and events of RFPs are late. Failed stream records are not sent automatically: the runbook describes how to redrive them, within 24 hours.',
};
