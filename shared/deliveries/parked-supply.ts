import type { DeliveryHint } from './delivery.ts';
import type { Parking } from './delivery-ports.ts';

/** Parked deliveries that are fetched together. */
const FETCHED = 50;

/** Hands out an organization's parked deliveries to those who have a free slot. */
export interface ParkedSupply {
  /** Undefined where none is left, or the time is up. */
  next(): Promise<DeliveryHint | undefined>;
  /** Whether it ended for want of time, so that more may be parked. */
  cutShort(): boolean;
}

/** @param timeIsUp whether no other attempt fits into the run. */
export function createParkedSupply(parking: Parking, orgId: string, timeIsUp: () => boolean): ParkedSupply {
  // An index is behind its table by moments: what was handed out must not come twice.
  const handedOut = new Set<string>();
  let ready: DeliveryHint[] = [];
  let fetching: Promise<void> | undefined;
  let short = false;

  const fetch = async (): Promise<void> => {
    const found = await parking.parked(orgId, FETCHED);
    ready = found.filter(({ deliveryId }) => !handedOut.has(deliveryId));
    for (const { deliveryId } of ready) handedOut.add(deliveryId);
  };

  return {
    async next() {
      if (timeIsUp()) {
        short = true;
        return undefined;
      }
      if (ready.length === 0) {
        fetching ??= fetch().finally(() => {
          fetching = undefined;
        });
        await fetching;
      }
      return ready.shift();
    },
    cutShort: () => short,
  };
}
