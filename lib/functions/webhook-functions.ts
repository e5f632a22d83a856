import type { FunctionDefinition, QueueFunction, ScheduledFunction } from './function-definition.ts';

const DELIVERING = {
  tables: {
    organizations: ['GetItem'],
    webhooks: ['GetItem', 'UpdateItem'],
    deliveries: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
  },
  leadingKeys: { organizations: ['ORG#*'] },
  queues: ['retries'],
  webhookSecrets: ['Decrypt'],
  webhookReceivers: true,
  webhookRetries: true,
  batchSize: 10,
  data: [],
  memoryMb: 512,
  timeoutSeconds: 30,
} as const;

export const QUEUE_FUNCTIONS: readonly QueueFunction[] = [
  {
    function: 'dispatch-event',
    queue: 'events',
    batchSize: 10,
    maximumConcurrency: 50,
    tables: { webhooks: ['Query'], deliveries: ['GetItem', 'PutItem'] },
    queues: ['deliveries', 'retries', 'events-dlq'],
    data: [],
    memoryMb: 512,
    timeoutSeconds: 20,
    impact: 'Events wait in their queue: no webhook is sent, none is lost.',
  },
  {
    ...DELIVERING,
    function: 'deliver-webhook',
    queue: 'deliveries',
    maximumConcurrency: 200,
    impact: 'Webhooks are not sent; they wait as pending deliveries.',
  },
  {
    ...DELIVERING,
    function: 'retry-webhook',
    indexes: { deliveries: ['by-webhook', 'parked'] },
    queue: 'retries',
    maximumConcurrency: 200,
    impact:
      'Failed webhooks are not tried again, and slow receivers get none; they wait as pending deliveries.',
  },
];

/** Turns what happened to quotes into events, from the stream of their table. */
export const PUBLISH_QUOTE_EVENTS: FunctionDefinition = {
  function: 'publish-quote-events',
  tables: {},
  queues: ['events'],
  data: [],
  memoryMb: 512,
  timeoutSeconds: 30,
  impact:
    'Events of quotes come late; those of records that are given up do not come by themselves: docs/events.md says how to publish them again, best within 24 hours.',
};

/** Finds what is due, or was forgotten. */
export const SWEEP_DUE_DELIVERIES: ScheduledFunction = {
  function: 'sweep-due-deliveries',
  schedule: 'rate(1 minute)',
  tables: { organizations: ['GetItem'], deliveries: ['Query', 'GetItem', 'UpdateItem', 'DeleteItem'] },
  leadingKeys: { organizations: ['ORG#*'] },
  indexes: { deliveries: ['by-look', 'parked'] },
  queues: ['deliveries', 'retries'],
  data: [],
  memoryMb: 512,
  timeoutSeconds: 50,
  impact: 'Webhooks are not tried again after more than 15 minutes, and hints that were lost stay lost.',
};
