import type { LocalClock } from '../clock.ts';
import type { Queues } from '../engines/queues.ts';
import type { Schedules } from '../events/schedules.ts';
import type { LambdaFunction } from '../lambda/lambda-function.ts';

/** The clock as the operator moves it: what goes by it follows. */
export interface MovedClock extends Pick<LocalClock, 'now' | 'aheadMs' | 'advance'> {
  /** Back to the machine's time. */
  reset(): Promise<void>;
}

/** Moves a host's clock with its schedules, delayed messages and functions. */
export function createMovedClock(
  clock: LocalClock,
  schedules: Pick<Schedules, 'clockMoved'>,
  functions: ReadonlyMap<string, LambdaFunction>,
  queues: Pick<Queues, 'pass'>,
): MovedClock {
  return {
    now: clock.now,
    aheadMs: clock.aheadMs,
    advance: (ms) => {
      clock.advance(ms);
      queues.pass(ms);
      schedules.clockMoved();
    },
    reset: async () => {
      const wasAhead = clock.aheadMs() > 0;
      clock.reset();
      schedules.clockMoved();
      // No code expects time to run backwards: ids that ascend, and what is kept for a while, begin anew.
      if (wasAhead) await Promise.all([...functions.values()].map((lambda) => lambda.reload({})));
    },
  };
}
