import type { QueueFunction } from '../definition-types.ts';

export const definition = {
  function: 'deliver-webhook',
  queue: 'deliveries',
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
  impact: 'Webhooks are not sent; they wait as pending deliveries.',
} satisfies QueueFunction;
