import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { SlotLease, Slots } from '../delivery-ports.ts';

/** Places given back within this are given back together. */
const GATHERED_FOR_MS = 50;

/** The places in flight that one run has of an organization. */
export interface SlotPool {
  /** Takes places, `least` together or none; the number that it got. */
  take(wanted: number, least?: number): Promise<number>;
  /** One place is free again. */
  release(): void;
  /** When all that was released is given back. */
  settled(): Promise<void>;
}

export interface SlotPoolParts {
  readonly slots: Slots;
  readonly orgId: string;
  /** Places that may be taken of the organization in all. */
  readonly limit: number;
  /** When the run is over for certain. */
  readonly until: Date;
  readonly now: () => Date;
}

/** Keeps the leases of a run: what is released at about the same time costs one write. */
export function createSlotPool({ slots, orgId, limit, until, now }: SlotPoolParts): SlotPool {
  let leases: SlotLease[] = [];
  let released = 0;
  let timer: NodeJS.Timeout | undefined;
  let giving: Promise<void> = Promise.resolve();

  const giveBack = async (): Promise<void> => {
    while (released > 0) {
      const lease = leases.at(-1);
      if (lease === undefined) break;
      const count = Math.min(released, lease.count);
      released -= count;
      leases = leases.slice(0, -1);
      const left = await slots.give(lease, count);
      if (left.count > 0) leases = [left, ...leases];
    }
  };
  // One at a time: only so does each know what is left of a lease.
  const startGiving = (): void => {
    timer = undefined;
    // What cannot be given back is free again when its lease runs out: no reason to fail what was delivered.
    giving = giving.then(giveBack).catch((error: unknown) => {
      log('warn', LOG.slotsNotGivenBack, { orgId, ...describeError(error) });
    });
  };

  return {
    async take(wanted, least = 1) {
      const taken = await slots.take(orgId, wanted, limit, until, now(), least);
      leases.push(...taken);
      return taken.reduce((sum, { count }) => sum + count, 0);
    },
    release() {
      released += 1;
      timer ??= setTimeout(startGiving, GATHERED_FOR_MS);
    },
    async settled() {
      if (timer !== undefined) {
        clearTimeout(timer);
        startGiving();
      }
      await giving;
    },
  };
}
