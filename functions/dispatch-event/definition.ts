import type { QueueFunction } from '../definition-types.ts';

export const definition = {
  function: 'dispatch-event',
  queue: 'events',
  batchSize: 10,
  maximumConcurrency: 50,
  tables: { webhooks: ['Query'], deliveries: ['PutItem'] },
  queues: ['deliveries', 'events-dlq'],
  timeoutSeconds: 20,
  impact: 'Events wait in their queue: webhooks are delayed, none is lost.',
} satisfies QueueFunction;
