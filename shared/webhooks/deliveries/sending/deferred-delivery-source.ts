import type { DeliveryHint } from '../delivery.ts';
import type { Parking } from '../delivery-ports.ts';

/** Hands out an organization's parked deliveries to those who have a free slot. */
export interface ParkedSupply {
  /** Undefined where none is left, or the time is up. */
  next(): Promise<DeliveryHint | undefined>;
  /** Whether it ended for want of time, so that more may be parked. */
  cutShort(): boolean;
}

/**
 * @param atOnce how many are fetched together: as many as are begun at once, since others take what has to wait.
 * @param timeIsUp whether no other attempt fits into the run.
 */
export function createParkedSupply(
  parking: Parking,
  orgId: string,
  atOnce: number,
  timeIsUp: () => boolean,
): ParkedSupply {
  // An index is behind its table by moments, and what could not be worked on stays: neither must come twice.
  const handedOut = new Set<string>();
  let ready: DeliveryHint[] = [];
  let fetching: Promise<boolean> | undefined;
  let short = false;

  /** Whether there was something new. */
  const fetch = async (): Promise<boolean> => {
    ready = [...(await parking.parked(orgId, atOnce, handedOut))];
    for (const { deliveryId } of ready) handedOut.add(deliveryId);
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
        // Others who waited may have taken all that it brought: then there may be more.
        if (!(await fetching)) return undefined;
      }
      short = true;
      return undefined;
    },
    cutShort: () => short,
  };
}
