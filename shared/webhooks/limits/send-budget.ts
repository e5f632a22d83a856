import type { KeyMode } from '../../platform/account/account.ts';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import type { DeliveryHint } from '../deliveries/delivery.ts';
import type { BucketRate, RateBuckets } from '../deliveries/delivery-ports.ts';
import { normalizeStoredUrl, receiverHost } from '../receiver-guard/webhook-url.ts';
import type { DeliveryRates } from './delivery-rates.ts';

/** Tokens are reserved no further ahead: so a hint reaches its moment through a queue (SQS: at most 15 minutes). */
export const HORIZON_MS = 14 * 60_000;

/** A token that was reserved for a moment is good for so long: a lost hint is found by the sweep within it. */
const RESERVED_FOR_MS = 5 * 60_000;

/** A bucket that is empty to its horizon is not asked again for this long by the same process. */
const EMPTY_FOR_MS = 1_000;

/** Buckets that are remembered at most; the longest unused one makes room. */
const MOST_REMEMBERED = 10_000;

/** What may be sent to a receiver now. */
export type Admission =
  | { readonly send: true }
  /** Not before `dueAt`. The moments are those of tokens that are reserved until then. */
  | { readonly send: false; readonly dueAt: Date; readonly hostTokenAt?: string; readonly tokenAt?: string };

export interface SendBudget {
  /** Takes a token of the receiving host and one of the organization for a delivery, now or later. */
  admit(delivery: DeliveryHint, url: string): Promise<Admission>;
  /** Takes both for a request that is sent at once or not at all. */
  takeNow(owner: { readonly orgId: string; readonly mode: KeyMode }, url: string): Promise<boolean>;
}

export interface SendBudgetParts {
  readonly buckets: RateBuckets;
  readonly rates: DeliveryRates;
  readonly now: () => Date;
  readonly random: () => number;
}

/** Tokens that a process takes beyond those it needs, at most: about as many as it used lately. */
const MOST_AHEAD = 25;

/** What was taken ahead and not used by then is lost: fewer are sent, never more. */
const AHEAD_FOR_MS = 2_000;

/** The same of a bucket that is more than half full: a hundredth of what it holds, for longer. */
const PART_OF_PLENTY = 0.01;
const PLENTY_FOR_MS = 10_000;

/** How long it is remembered what a process used. */
const LATELY_MS = 10_000;

/** Tokens of a bucket that a process has taken ahead. */
interface Supply {
  readonly at: number;
  /** Moments of those that are left. */
  readonly moments: number[];
  /** Handed out since `at`. */
  used: number;
  /** Whether the bucket was more than half full at `at`. */
  readonly plenty: boolean;
}

interface Waiting {
  readonly resolve: (moment: number | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Caps what an organization's webhooks send: by organization and mode, and by organization and receiving host. */
export function createSendBudget({ buckets, rates, now, random }: SendBudgetParts): SendBudget {
  const gathering = new Map<string, Waiting[]>();
  const emptyUntil = createLruCache<string, number>(MOST_REMEMBERED);
  const supplies = createLruCache<string, Supply>(MOST_REMEMBERED);

  /** Attempts that follow each other, as those of parked deliveries do, must not cost a write each. */
  const aheadOf = (supply: Supply | undefined, { burst }: BucketRate, at: number): number => {
    if (supply === undefined || at - supply.at > LATELY_MS) return 0;
    if (supply.plenty && supply.used > 1) return Math.floor(burst * PART_OF_PLENTY);
    const soon = at - supply.at < AHEAD_FOR_MS;
    return Math.min(MOST_AHEAD, soon ? 2 * supply.used : supply.used - 1);
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
      // The first token came back at `from`: the older that is, the fuller the bucket.
      const plenty = granted > 0 && at.getTime() - from > (rate.burst / 2) * intervalMs;
      supplies.set(key, { at: at.getTime(), moments: moments.slice(used), used, plenty });
      for (const [position, { resolve }] of waiting.entries()) resolve(moments[position]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };

  /** The moment of a token; undefined where none is left up to the horizon. Those asked for together cost one write. */
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

  /** Spread over the second half of the horizon, by whose end as many tokens have come back as it holds. */
  const someTimeLater = (): Date => new Date(now().getTime() + HORIZON_MS * (0.5 + random() / 2));

  /** Texts that are not URLs share a bucket: nothing is sent to them, and the attempt says why. */
  const hostBucket = (url: string): string => {
    const parsed = URL.parse(normalizeStoredUrl(url));
    return `host#${parsed === null ? '' : receiverHost(parsed)}`;
  };

  return {
    async admit({ orgId, mode, hostTokenAt, tokenAt }, url) {
      if (isReserved(tokenAt)) return { send: true };
      // The host's first: a full host must not use up what the organization may send to others.
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
