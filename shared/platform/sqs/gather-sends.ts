import { gatherCalls } from '../concurrency/gather-calls.ts';
import { tracing } from '../tracing/tracing.ts';
import type { MessageQueue, OutgoingMessage } from './message-queue.ts';

/** Concurrent calls that share requests. */
const MAX_CALLS = 100;

interface Call {
  readonly messages: readonly OutgoingMessage[];
  /** Trace of the call. */
  readonly traceHeader: string | undefined;
}

/** The messages of a call, with its trace if the request has several: else the client adds the header of the request. */
function messagesOf({ messages, traceHeader }: Call, isOnlyTrace: boolean): readonly OutgoingMessage[] {
  if (isOnlyTrace || traceHeader === undefined) return messages;
  return messages.map((message) => ({ traceHeader, ...message }));
}

/**
 * Sends the messages of concurrent calls together, so that they need fewer requests. Each call gets its own failures, and
 * its messages continue its own trace.
 */
export function gatherSends(queue: MessageQueue, traceHeaderNow = tracing.messageHeader): MessageQueue {
  const send = gatherCalls<Call, readonly number[]>({
    most: MAX_CALLS,
    run: async (calls) => {
      const isOnlyTrace = new Set(calls.map(({ traceHeader }) => traceHeader)).size === 1;
      const failed = new Set(await queue.send(calls.flatMap((call) => messagesOf(call, isOnlyTrace))));
      let before = 0;
      return calls.map(({ messages }) => {
        const first = before;
        before += messages.length;
        return [...messages.keys()].filter((position) => failed.has(first + position));
      });
    },
  });
  return { send: (messages) => send({ messages, traceHeader: traceHeaderNow() }) };
}
