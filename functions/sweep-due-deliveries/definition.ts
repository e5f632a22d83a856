import type { ScheduledFunction } from '../definition-types.ts';

/** Enqueues due deliveries, and deliveries whose message was lost. */
export const definition = {
  function: 'sweep-due-deliveries',
  schedule: 'rate(1 minute)',
  tables: { organizations: ['GetItem'], deliveries: ['BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
  leadingKeys: { organizations: ['ORG#*'] },
  indexes: { deliveries: ['by-look', 'parked'] },
  queues: ['deliveries', 'retries'],
  memoryMb: 512,
  timeoutSeconds: 50,
  impact:
    'Retries that are due in more than 15 minutes are not sent, and lost delivery messages are not replaced.',
} satisfies ScheduledFunction;
