import type {
  FunctionDefinition,
  QueueFunction,
  ScheduledFunction,
  WebhookQueueName,
} from './function-definition.ts';

const DELIVERY_FUNCTION = {
  tables: {
    organizations: ['GetItem'],
    webhooks: ['GetItem', 'UpdateItem'],
    deliveries: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'PartiQLUpdate'],
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

export const WEBHOOK_QUEUE_FUNCTIONS: readonly QueueFunction<WebhookQueueName>[] = [
  {
    function: 'dispatch-event',
    queue: 'events',
    batchSize: 10,
    maximumConcurrency: 50,
    tables: { webhooks: ['Query'], deliveries: ['BatchGetItem', 'PutItem', 'PartiQLInsert'] },
    queues: ['deliveries', 'retries', 'events-dlq'],
    data: [],
    memoryMb: 512,
    timeoutSeconds: 20,
    impact: 'Events wait in their queue: webhooks are delayed, none is lost.',
  },
  {
    ...DELIVERY_FUNCTION,
    function: 'deliver-webhook',
    queue: 'deliveries',
    maximumConcurrency: 200,
    impact: 'Webhooks are not sent; they wait as pending deliveries.',
  },
  {
    ...DELIVERY_FUNCTION,
    function: 'retry-webhook',
    indexes: { deliveries: ['by-webhook', 'parked'] },
    queue: 'retries',
    maximumConcurrency: 200,
    impact: 'Failed webhooks are not retried, and slow receivers get none; they wait as pending deliveries.',
  },
];

/** Publishes quote changes as events, and converted quotes to the import of loads, from the stream of the quotes table. */
export const PUBLISH_QUOTE_EVENTS: FunctionDefinition = {
  function: 'publish-quote-events',
  tables: {},
  queues: ['events', 'uploads'],
  data: [],
  memoryMb: 512,
  timeoutSeconds: 30,
  impact:
    'Quote events and loads of converted quotes are late. Events of failed stream records are not published automatically: docs/operators/runbook.md describes how to publish them, best within 24 hours.',
};

/** Enqueues due deliveries, and deliveries whose message was lost. */
export const SWEEP_DUE_DELIVERIES: ScheduledFunction = {
  function: 'sweep-due-deliveries',
  schedule: 'rate(1 minute)',
  tables: { organizations: ['GetItem'], deliveries: ['BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
  leadingKeys: { organizations: ['ORG#*'] },
  indexes: { deliveries: ['by-look', 'parked'] },
  queues: ['deliveries', 'retries'],
  data: [],
  memoryMb: 512,
  timeoutSeconds: 50,
  impact:
    'Retries that are due in more than 15 minutes are not sent, and lost delivery messages are not replaced.',
};
