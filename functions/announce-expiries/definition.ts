import type { ScheduledFunction } from '../definition-types.ts';

export const definition = {
  function: 'announce-expiries',
  // Quotes expire at midnight UTC. A run that reaches its time limit is continued by the next one.
  schedule: 'rate(1 minute)',
  tables: { quotes: ['GetItem', 'UpdateItem'] },
  indexes: { quotes: ['by-expiry'] },
  timeoutSeconds: 28,
  impact: 'No webhooks are sent for expired quotes; the status of the quotes is correct.',
} satisfies ScheduledFunction;
