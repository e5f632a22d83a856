import type { FunctionDefinition } from '../definition-types.ts';

/** Sends the chunks of new runs, the erasure of deleted RFPs, and events, from the stream of the table of RFPs. */
export const definition = {
  function: 'publish-rfp-changes',
  tables: { rfps: ['GetItem'] },
  queues: ['events', 'rfp-work'],
  timeoutSeconds: 60,
  impact:
    'New RFPs are not priced, and events of RFPs are late. Failed stream records are not sent automatically: the runbook describes how to redrive them, within 24 hours.',
} satisfies FunctionDefinition;
