import type { ScheduledFunction } from '../definition-types.ts';

/** Asks for attempts of what is due: late retries, and deliveries whose message was lost. */
export const definition = {
  function: 'sweep-due-deliveries',
  schedule: 'rate(1 minute)',
  tables: { organizations: ['GetItem'], webhooks: ['GetItem'] },
  // The index has pending deliveries only, so the scan reads no others.
  scannedIndexes: { deliveries: ['due'] },
  queues: ['retries'],
  timeoutSeconds: 50,
  impact:
    'Retries that are due in more than 15 minutes are not sent, and lost delivery messages are not replaced.',
} satisfies ScheduledFunction;
