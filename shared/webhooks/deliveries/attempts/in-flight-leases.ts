import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { ConcurrencyLimit, InFlightLease } from '../delivery-ports.ts';

/** Leases released within this time are released in one write. */
const RELEASE_DELAY_MS = 50;

/** The in-flight leases of one run for an organization. */
export interface InFlightLeases {
  /** Acquires leases for up to `wanted` deliveries in flight, each for at least `least`; returns how many. */
  acquire(wanted: number, least?: number): Promise<number>;
  /** Acquires one lease in a shard, for `least` to `wanted` deliveries; returns for how many, or 0. */
  acquireInShard(shard: number, wanted: number, least: number): Promise<number>;
  /** One delivery is no longer in flight. */
  release(): void;
  /** Resolves when all released leases are stored. */
  settled(): Promise<void>;
}

export interface InFlightLeasesParts {
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly orgId: string;
  /** Deliveries in flight that the organization may have in total. */
  readonly limit: number;
  /** When the leases expire: after the end of the run. */
  readonly until: Date;
  readonly now: () => Date;
}

/** Holds the leases of a run, and groups releases into few writes. */
export function createInFlightLeases({
  concurrencyLimit,
  orgId,
  limit,
  until,
  now,
}: InFlightLeasesParts): InFlightLeases {
  let leases: InFlightLease[] = [];
  let released = 0;
  let timer: NodeJS.Timeout | undefined;
  let releasing: Promise<void> = Promise.resolve();

  const storeReleases = async (): Promise<void> => {
    while (released > 0) {
      const lease = leases.at(-1);
      if (lease === undefined) break;
      const count = Math.min(released, lease.count);
      released -= count;
      leases = leases.slice(0, -1);
      const left = await concurrencyLimit.release(lease, count);
      if (left.count > 0) leases = [left, ...leases];
    }
  };
  // One write at a time: each needs the remaining count of a lease.
  const startReleasing = (): void => {
    timer = undefined;
    // A lease that cannot be released expires; the deliveries were made, so the run does not fail.
    releasing = releasing.then(storeReleases).catch((error: unknown) => {
      log(LOG.leasesNotReleased, { orgId, ...describeError(error) });
    });
  };

  return {
    async acquire(wanted, least = 1) {
      const acquired = await concurrencyLimit.acquire(orgId, wanted, limit, until, now(), least);
      leases.push(...acquired);
      return acquired.reduce((sum, { count }) => sum + count, 0);
    },
    async acquireInShard(shard, wanted, least) {
      const room = { wanted, least, limit };
      const lease = await concurrencyLimit.acquireInShard({ orgId, shard }, room, until, now());
      if (lease !== undefined) leases.push(lease);
      return lease?.count ?? 0;
    },
    release() {
      released += 1;
      timer ??= setTimeout(startReleasing, RELEASE_DELAY_MS);
    },
    async settled() {
      if (timer !== undefined) {
        clearTimeout(timer);
        startReleasing();
      }
      await releasing;
    },
  };
}
