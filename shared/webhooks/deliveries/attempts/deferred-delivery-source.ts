import type { DeliveryMessage } from '../delivery.ts';
import type { DeferredDeliveries } from '../delivery-ports.ts';

/** Supplies the deferred deliveries of an organization to concurrent workers. */
export interface DeferredDeliverySource {
  /** Undefined if none is left, or the time is up. */
  next(): Promise<DeliveryMessage | undefined>;
  /** Whether the time ran out, so that deferred deliveries may be left. */
  ranOutOfTime(): boolean;
  /** Whether it ended because none was left. */
  wasEmpty(): boolean;
}

export interface DeferredDeliverySourceOptions {
  readonly orgId: string;
  /** Deliveries read together: as many as there are workers, since other runs take the rest. */
  readonly pageSize: number;
  /** Part of the deferred deliveries: shard of the run's leases. */
  readonly shard: number;
  /**
   * Ids that the run has supplied. The index is eventually consistent, and a delivery that failed stays in it: neither may
   * be supplied twice.
   */
  readonly supplied: Set<string>;
  /** Whether no further attempt fits into the run. */
  readonly timeIsUp: () => boolean;
}

export function createDeferredDeliverySource(
  deferredDeliveries: DeferredDeliveries,
  { orgId, pageSize, shard, supplied, timeIsUp }: DeferredDeliverySourceOptions,
): DeferredDeliverySource {
  let ready: DeliveryMessage[] = [];
  let fetching: Promise<boolean> | undefined;
  let [short, empty] = [false, false];

  /** Whether there were new deliveries. */
  const fetch = async (): Promise<boolean> => {
    ready = [...(await deferredDeliveries.list(orgId, shard, pageSize, supplied))];
    for (const { deliveryId } of ready) supplied.add(deliveryId);
    return ready.length > 0;
  };

  return {
    async next() {
      while (!timeIsUp()) {
        const next = ready.shift();
        if (next !== undefined) return next;
        fetching ??= fetch().finally(() => {
          fetching = undefined;
        });
        // Other workers may have taken the whole page: then another page may follow.
        if (!(await fetching)) {
          empty = true;
          return undefined;
        }
      }
      short = true;
      return undefined;
    },
    ranOutOfTime: () => short,
    wasEmpty: () => empty,
  };
}
