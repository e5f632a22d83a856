import type { DeliveryMessage } from '../delivery.ts';
import type { DeferredDeliveries } from '../delivery-ports.ts';

/** Supplies the deferred deliveries of an organization to concurrent workers. */
export interface DeferredDeliverySource {
  /** Undefined if none is left, or the time is up. */
  next(): Promise<DeliveryMessage | undefined>;
  /** Whether the time ran out, so that deferred deliveries may be left. */
  ranOutOfTime(): boolean;
}

/**
 * @param pageSize deliveries read together: as many as there are workers, since other runs take the rest.
 * @param timeIsUp whether no further attempt fits into the run.
 */
export function createDeferredDeliverySource(
  deferredDeliveries: DeferredDeliveries,
  orgId: string,
  pageSize: number,
  timeIsUp: () => boolean,
): DeferredDeliverySource {
  // The index is eventually consistent, and a delivery that failed stays in it: neither may be supplied twice.
  const supplied = new Set<string>();
  let ready: DeliveryMessage[] = [];
  let fetching: Promise<boolean> | undefined;
  let short = false;

  /** Whether there were new deliveries. */
  const fetch = async (): Promise<boolean> => {
    ready = [...(await deferredDeliveries.list(orgId, pageSize, supplied))];
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
        if (!(await fetching)) return undefined;
      }
      short = true;
      return undefined;
    },
    ranOutOfTime: () => short,
  };
}
