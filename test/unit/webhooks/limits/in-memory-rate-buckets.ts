import type { RateBuckets } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';

export interface InMemoryRateBuckets extends RateBuckets {
  /** Reservations that were requested, in order. */
  readonly asked: { readonly bucket: string; readonly count: number }[];
}

/** Buckets in memory, by the generic cell rate algorithm as in the table. */
export function createInMemoryRateBuckets(): InMemoryRateBuckets {
  const fullAt = new Map<string, number>();
  const asked: { bucket: string; count: number }[] = [];
  return {
    asked,
    reserve: async (orgId, bucket, { burst, perMinute }, count, at, horizonMs) => {
      asked.push({ bucket: `${orgId} ${bucket}`, count });
      const [now, intervalMs] = [at.getTime(), 60_000 / perMinute];
      const base = Math.max(now, fullAt.get(`${orgId} ${bucket}`) ?? 0);
      const room = Math.floor((horizonMs + burst * intervalMs - (base - now)) / intervalMs);
      const granted = Math.max(0, Math.min(count, room));
      fullAt.set(`${orgId} ${bucket}`, base + granted * intervalMs);
      return { granted, from: base - (burst - 1) * intervalMs, intervalMs };
    },
  };
}
