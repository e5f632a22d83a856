import type { QueueFunction } from '../definition-types.ts';

export const definition = {
  function: 'retry-webhook',
  queue: 'retries',
  maximumConcurrency: 200,
  tables: {
    organizations: ['GetItem'],
    webhooks: ['GetItem', 'UpdateItem'],
    deliveries: ['GetItem', 'BatchGetItem', 'UpdateItem'],
  },
  indexes: { deliveries: ['due'] },
  queues: ['retries'],
  webhookSecrets: ['Decrypt'],
  webhookReceivers: true,
  webhookRetries: true,
  batchSize: 10,
  timeoutSeconds: 30,
  impact: 'Failed webhooks are not retried, and slow receivers get none; they wait as pending deliveries.',
} satisfies QueueFunction;
