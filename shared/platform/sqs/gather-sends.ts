import { gatherCalls } from '../concurrency/gather-calls.ts';
import type { MessageQueue, OutgoingMessage } from './message-queue.ts';

/** Concurrent calls that share requests. */
const MAX_CALLS = 100;

/** Sends the messages of concurrent calls together, so that they need fewer requests. Each call gets its own failures. */
export function gatherSends(queue: MessageQueue): MessageQueue {
  const send = gatherCalls<readonly OutgoingMessage[], readonly number[]>({
    most: MAX_CALLS,
    run: async (calls) => {
      const failed = new Set(await queue.send(calls.flat()));
      let before = 0;
      return calls.map((messages) => {
        const first = before;
        before += messages.length;
        return [...messages.keys()].filter((position) => failed.has(first + position));
      });
    },
  });
  return { send };
}
