import type { AlarmNow, Alarms } from '../../bin/freight/connection/aws-alarms.ts';

/** Alarms of a deployment; tests set them. */
export function createInMemoryAlarms() {
  const held: AlarmNow[] = [];
  const port: Alarms = {
    all: async () => held,
    dashboard: async () => 'https://dashboard.example',
    shown: async () => [{ text: '## Traffic' }, { graph: 'Calls' }],
  };
  return { port, held };
}
