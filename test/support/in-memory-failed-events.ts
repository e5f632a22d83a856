import type { GivenUpQueues } from '../../bin/freight/connection/aws-failed-events.ts';
import { createInMemoryDeadLetters } from './in-memory-queues.ts';

/** Queues of given-up work over memory; whatever is done again succeeds. */
export function createInMemoryGivenUp(now: () => Date) {
  const queues: Record<string, ReturnType<typeof createInMemoryDeadLetters>> = {
    'api/schedules': createInMemoryDeadLetters(),
    'webhooks/quotes-stream': createInMemoryDeadLetters(),
  };
  const port: GivenUpQueues = {
    queues: async () =>
      Object.entries(queues).map(([name, { port: deadLetters }]) => ({ name, deadLetters })),
    work: { call: async () => ({ returned: undefined }), recordsOf: async () => [] },
    now,
  };
  return { port, queues };
}
