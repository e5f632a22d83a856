import type { KeyMode } from '../../platform/account/account.ts';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import type { DeliveryMessage } from '../deliveries/delivery.ts';
import type { BucketRate, RateBuckets } from '../deliveries/delivery-ports.ts';
import { normalizeStoredUrl, receiverHost } from '../receiver-guard/webhook-url.ts';
import type { DeliveryRates } from './delivery-rates.ts';

/** How far ahead tokens are reserved: the message must fit the longest delay of SQS (15 minutes). */
export const HORIZON_MS = 14 * 60_000;

/** Validity of a reserved token after its time: long enough for the sweep to replace a lost message. */
const RESERVED_FOR_MS = 5 * 60_000;

/** A process does not read a bucket again for this long after it was empty up to the horizon. */
const EMPTY_FOR_MS = 1_000;

/** Whether a delivery may be sent now. */
export type Admission =
  | { readonly send: true }
  /** Not before `dueAt`. `hostTokenAt` and `tokenAt` are the times of reserved tokens. */
  | { readonly send: false; readonly dueAt: Date; readonly hostTokenAt?: string; readonly tokenAt?: string };

export interface SendBudget {
  /** Reserves a token of the receiving host and one of the organization for a delivery, now or later. */
  admit(delivery: DeliveryMessage, url: string): Promise<Admission>;
  /** Takes both tokens for a request that is sent now or not at all. */
  takeNow(owner: { readonly orgId: string; readonly mode: KeyMode }, url: string): Promise<boolean>;
}

export interface SendBudgetParts {
  readonly buckets: RateBuckets;
  readonly rates: DeliveryRates;
  readonly now: () => Date;
  readonly random: () => number;
}

/** Maximum number of tokens that a process prefetches, according to its recent use. */
const MAX_PREFETCH = 25;

/** Prefetched tokens that are not used within this time are lost: the rate is lower, never higher. */
const AHEAD_FOR_MS = 2_000;

/** From a bucket that is more than half full, a process prefetches this share of `burst`, for longer. */
const PART_OF_PLENTY = 0.01;
const PLENTY_FOR_MS = 10_000;

/** Period of recent use that decides how many tokens are prefetched. */
const RECENT_MS = 10_000;

/** Prefetched tokens of a bucket. */
interface Supply {
  readonly at: number;
  /** Times of the unused tokens, ms since 1970. */
  readonly moments: number[];
  /** Tokens used since `at`. */
  used: number;
  /** Whether the bucket was more than half full at `at`. */
  readonly plenty: boolean;
}

interface Waiting {
  readonly resolve: (moment: number | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Limits the requests of an organization's webhooks: by organization and mode, and by organization and receiving host. */
export function createSendBudget({ buckets, rates, now, random }: SendBudgetParts): SendBudget {
  const gathering = new Map<string, Waiting[]>();
  const emptyUntil = createLruCache<string, number>();
  const supplies = createLruCache<string, Supply>();

  /** Number of tokens to prefetch, so that consecutive attempts do not need a write each. */
  const aheadOf = (supply: Supply | undefined, { burst }: BucketRate, at: number): number => {
    if (supply === undefined || at - supply.at > RECENT_MS) return 0;
    if (supply.plenty && supply.used > 1) return Math.floor(burst * PART_OF_PLENTY);
    const soon = at - supply.at < AHEAD_FOR_MS;
    return Math.min(MAX_PREFETCH, soon ? 2 * supply.used : supply.used - 1);
  };

  const rateOf = (bucket: string): BucketRate => ({
    burst: rates.burst,
    perMinute: bucket === 'live' || bucket === 'test' ? rates[bucket] : rates.host,
  });

  const reserveFor = async (orgId: string, bucket: string, key: string): Promise<void> => {
    const waiting = gathering.get(key) ?? [];
    gathering.delete(key);
    try {
      const at = now();
      const rate = rateOf(bucket);
      const ahead = aheadOf(supplies.get(key), rate, at.getTime());
      const { granted, from, intervalMs } = await buckets.reserve(
        orgId,
        bucket,
        rate,
        waiting.length + ahead,
        at,
        HORIZON_MS,
      );
      if (granted < waiting.length) emptyUntil.set(key, at.getTime() + EMPTY_FOR_MS);
      const moments = Array.from({ length: granted }, (_, position) =>
        Math.ceil(from + position * intervalMs),
      );
      const used = Math.min(waiting.length, granted);
      // `from` is the time of the first token: the earlier it is, the fuller the bucket.
      const plenty = granted > 0 && at.getTime() - from > (rate.burst / 2) * intervalMs;
      supplies.set(key, { at: at.getTime(), moments: moments.slice(used), used, plenty });
      for (const [position, { resolve }] of waiting.entries()) resolve(moments[position]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };

  /** Reserves a token; its time, or undefined if none is left up to the horizon. Concurrent calls share one write. */
  const token = (orgId: string, bucket: string): Promise<number | undefined> => {
    const key = `${orgId} ${bucket}`;
    const supply = supplies.get(key);
    const goodFor = supply?.plenty ? PLENTY_FOR_MS : AHEAD_FOR_MS;
    if (supply !== undefined && now().getTime() - supply.at < goodFor) {
      const moment = supply.moments.shift();
      if (moment !== undefined) {
        supply.used += 1;
        return Promise.resolve(moment);
      }
    }
    if ((emptyUntil.get(key) ?? 0) > now().getTime()) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const waiting = gathering.get(key);
      if (waiting !== undefined) return void waiting.push({ resolve, reject });
      gathering.set(key, [{ resolve, reject }]);
      setImmediate(() => void reserveFor(orgId, bucket, key));
    });
  };

  const isReserved = (moment: string | undefined): boolean =>
    moment !== undefined && now().getTime() - Date.parse(moment) <= RESERVED_FOR_MS;

  /** A random time in the second half of the horizon, to spread deliveries without a token. */
  const someTimeLater = (): Date => new Date(now().getTime() + HORIZON_MS * (0.5 + random() / 2));

  /** Invalid URLs share a bucket: nothing is sent to them, and the attempt fails with the reason. */
  const hostBucket = (url: string): string => {
    const parsed = URL.parse(normalizeStoredUrl(url));
    return `host#${parsed === null ? '' : receiverHost(parsed)}`;
  };

  return {
    async admit({ orgId, mode, hostTokenAt, tokenAt }, url) {
      if (isReserved(tokenAt)) return { send: true };
      // The host's token first: a host at its limit must not use the organization's tokens for other hosts.
      if (!isReserved(hostTokenAt)) {
        const moment = await token(orgId, hostBucket(url));
        if (moment === undefined) return { send: false, dueAt: someTimeLater() };
        if (moment > now().getTime()) {
          const dueAt = new Date(moment);
          return { send: false, dueAt, hostTokenAt: dueAt.toISOString() };
        }
      }
      const moment = await token(orgId, mode);
      if (moment === undefined) return { send: false, dueAt: someTimeLater() };
      if (moment <= now().getTime()) return { send: true };
      const dueAt = new Date(moment);
      return { send: false, dueAt, tokenAt: dueAt.toISOString() };
    },

    async takeNow({ orgId, mode }, url) {
      for (const bucket of [hostBucket(url), mode]) {
        const { granted } = await buckets.reserve(orgId, bucket, rateOf(bucket), 1, now(), 0);
        if (granted === 0) return false;
      }
      return true;
    },
  };
}
