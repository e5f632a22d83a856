import type { ScheduledFunction } from '../definition-types.ts';

export const definition = {
  function: 'refresh-diesel',
  // The EIA publishes on Monday evening US Eastern, on Tuesday after a federal holiday. One of four runs is enough.
  schedule: 'cron(0 12,23 ? * TUE-WED *)',
  tables: { market: ['GetItem', 'PutItem'] },
  secrets: ['eia-api-key'],
  timeoutSeconds: 28,
  impact: 'Diesel prices of this week are missing; freight diesel import adds them by hand.',
} satisfies ScheduledFunction;
