import type { UtcDay } from '../../platform/time/utc-day.ts';

/** Port: the last days with a call of each key. */
export interface KeyUses {
  /** Has no effect if the key is unknown, or if that day or a later one is recorded. */
  record(hash: string, day: UtcDay): Promise<void>;
}
