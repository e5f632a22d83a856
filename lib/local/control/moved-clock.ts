import type { LocalClock } from '../clock.ts';
import type { Queues } from '../engines/queues.ts';
import type { Schedules } from '../events/schedules.ts';
import type { Functions } from '../lambda/functions.ts';

/** The clock for the operator. Schedules, delayed messages and functions follow each change. */
export interface MovedClock extends Pick<LocalClock, 'now' | 'aheadMs' | 'advance'> {
  /** Sets the clock to the machine's time. */
  reset(): void;
}

/** Creates a clock that moves the schedules, delayed messages and functions of a host. */
export function createMovedClock(
  clock: LocalClock,
  schedules: Pick<Schedules, 'clockMoved'>,
  functions: Pick<Functions, 'restart'>,
  queues: Pick<Queues, 'advance'>,
): MovedClock {
  return {
    now: clock.now,
    aheadMs: clock.aheadMs,
    advance: (ms) => {
      clock.advance(ms);
      queues.advance(ms);
      schedules.clockMoved();
    },
    reset: () => {
      const wasAhead = clock.aheadMs() > 0;
      clock.reset();
      schedules.clockMoved();
      // Functions do not expect time to run backwards.
      if (wasAhead) functions.restart();
    },
  };
}
