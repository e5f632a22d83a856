import * as v from 'valibot';
import { CommandFailedError } from '../failures/command-errors.ts';

const reading = v.object({ now: v.pipe(v.string(), v.isoTimestamp()), aheadMs: v.number() });
const rejection = v.object({ message: v.string() });

export type ClockReading = v.InferOutput<typeof reading>;

/** The clock of the service on this machine. */
export interface LocalClock {
  read(): Promise<ClockReading>;
  /** @throws CommandFailedError for a move that it does not make. */
  advance(ms: number): Promise<ClockReading>;
  reset(): Promise<ClockReading>;
}

/** Speaks to the local host's control plane. */
export function createLocalClock(controlUrl: string): LocalClock {
  const call = async (method: string, body?: object): Promise<ClockReading> => {
    const response = await fetch(new URL('/clock', controlUrl), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered: unknown = await response.json();
    if (response.status === 400) throw new CommandFailedError(v.parse(rejection, answered).message);
    return v.parse(reading, answered);
  };
  return {
    read: () => call('GET'),
    advance: (advanceMs) => call('POST', { advanceMs }),
    reset: () => call('DELETE'),
  };
}
