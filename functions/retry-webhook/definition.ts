import type { QueueFunction } from '../definition-types.ts';
import { definition as firstAttempts } from '../deliver-webhook/definition.ts';

export const definition = {
  ...firstAttempts,
  function: 'retry-webhook',
  queue: 'retries',
  impact: 'Failed webhooks are not retried, and slow receivers get none; they wait as pending deliveries.',
} satisfies QueueFunction;
