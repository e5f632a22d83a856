/**
 * An event source mapping of a queue or stream, or a schedule. The host starts all of the template, and stops them before
 * the functions that they call.
 */
export interface EventSource {
  start(): Promise<void>;
  /** Resolves when its last call has ended. */
  stop(): Promise<void>;
}
