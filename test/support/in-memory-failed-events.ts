import type { FailedEventQueues } from '../../bin/freight/connection/failed-events.ts';
import { createInMemoryDeadLetters } from './in-memory-queues.ts';

/** In-memory queues of failed events; every redrive succeeds. */
export function createInMemoryFailedEvents() {
  const queues: Record<string, ReturnType<typeof createInMemoryDeadLetters>> = {
    'api/schedules': createInMemoryDeadLetters(),
    'workers/quotes-stream': createInMemoryDeadLetters(),
  };
  const port: FailedEventQueues = {
    queues: async () =>
      Object.entries(queues).map(([name, { port: deadLetters }]) => ({ name, deadLetters })),
    replay: { call: async () => ({ returned: undefined }), recordsOf: async () => [] },
  };
  return { port, queues };
}
