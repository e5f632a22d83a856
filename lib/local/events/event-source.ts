/**
 * Something of the template that calls a function by itself: a queue's or a stream's event source mapping, or a
 * schedule. The host starts those that the template has, and stops them before the functions they call.
 */
export interface EventSource {
  start(): Promise<void>;
  /** Resolves when no call of it is under way any more. */
  stop(): Promise<void>;
}
