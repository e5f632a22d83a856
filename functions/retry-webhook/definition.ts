import type { QueueFunction } from '../definition-types.ts';
import { sender } from '../deliver-webhook/definition.ts';

export const definition = {
  ...sender,
  function: 'retry-webhook',
  queue: 'retries',
  impact: 'Failed webhooks are not retried, and slow receivers get none; they wait as pending deliveries.',
} satisfies QueueFunction;
