import type { FailedEventQueues } from '../../bin/freight/connection/aws-failed-events.ts';
import { createInMemoryDeadLetters } from './in-memory-queues.ts';

/** In-memory queues of failed events; every redrive succeeds. */
export function createInMemoryFailedEvents(now: () => Date) {
  const queues: Record<string, ReturnType<typeof createInMemoryDeadLetters>> = {
    'api/schedules': createInMemoryDeadLetters(),
    'webhooks/quotes-stream': createInMemoryDeadLetters(),
  };
  const port: FailedEventQueues = {
    queues: async () =>
      Object.entries(queues).map(([name, { port: deadLetters }]) => ({ name, deadLetters })),
    replay: { call: async () => ({ returned: undefined }), recordsOf: async () => [] },
    now,
  };
  return { port, queues };
}
