import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import { MINUTE_MS, secondsToNextMinute } from '../limits/places.ts';
import type { ReceiverAddresses } from '../receiver-guard/address-guard.ts';
import { receiverKey } from '../receiver-guard/address-guard.ts';
import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import {
  type ResolveAddresses,
  type ResolvedReceiver,
  resolveReceiver,
} from '../receiver-guard/resolve-receiver.ts';
import { receiverHost } from '../receiver-guard/webhook-url.ts';

/** As many requests may be sent to `addresses` now; or, if none may, in how many seconds to try again. */
export type Admission =
  | { readonly addresses: readonly string[]; readonly count: number }
  | { readonly waitSeconds: number };

export interface GateParts {
  readonly table: DynamoDbTable;
  readonly receivers: ReceiverAddresses;
  /** Requests a minute to an address that has not acknowledged an event. */
  readonly perMinute: number;
  readonly now: () => Date;
  readonly resolver?: ResolveAddresses;
}

const RESOLVE_MS = 2_000;
const PROVEN_FOR_MS = 30 * DAY_MS;

/** A new receiver has answered by then, or not: until then, deliveries wait only for its first answer. */
const FIRST_ANSWER_MS = 6_000;
const SHORT_WAIT_SECONDS = 2;

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'http:' ? 80 : 443);

/**
 * Limits the requests of all organizations to an address that has not acknowledged an event with 2xx. Addresses count, not
 * names: a name can have any number of aliases. One item for each address has the requests of the current minute and until
 * when the address is proven.
 */
export function createReceiverGate({ table, receivers, perMinute, now, resolver = resolveByDns }: GateParts) {
  const { client, TableName } = table;
  const provenUntil = createLruCache<string, number>();
  const isProven = (receiver: string) => (provenUntil.get(receiver) ?? 0) > now().getTime();
  const itemOf = (receiver: string) => ({
    TableName,
    Key: { pk: `RECEIVER#${receiver}`, sk: 'requests' },
    ExpressionAttributeNames: { '#ttl': 'ttl', '#minute': 'minute' },
  });

  /** Counts up to `wanted` requests. @returns how many the receiver may get; or when its first one was sent, if none. */
  const take = async (
    receiver: string,
    wanted: number,
  ): Promise<{ readonly count: number; readonly firstAt: number }> => {
    const at = now().getTime();
    const minute = Math.floor(at / MINUTE_MS);
    let count = Math.min(wanted, perMinute);
    // Another process can change the count between two tries: then there is less room, or a new minute.
    for (let begins = false; ; ) {
      const update = await updateIf(client, {
        ...itemOf(receiver),
        UpdateExpression: `SET firstAt = if_not_exists(firstAt, :now), #ttl = :ttl, #minute = :minute${begins ? ', used = :count' : ' ADD used :count'}`,
        ConditionExpression: `(attribute_not_exists(provenUntil) OR provenUntil <= :now) AND ${
          begins
            ? '(attribute_not_exists(#minute) OR #minute < :minute)'
            : '#minute = :minute AND used <= :room'
        }`,
        ExpressionAttributeValues: {
          ':now': at,
          ':minute': minute,
          ':ttl': Math.ceil((at + DAY_MS) / 1000),
          ':count': count,
          ...(begins ? {} : { ':room': perMinute - count }),
        },
      });
      if (update.applied) return { count, firstAt: at };
      const { provenUntil: until = 0, minute: found = -1, used = 0, firstAt = at } = update.found ?? {};
      if (Number(until) > at) {
        provenUntil.set(receiver, Number(until));
        return { count: wanted, firstAt: at };
      }
      begins = Number(found) < minute;
      count = begins ? Math.min(wanted, perMinute) : Math.min(wanted, perMinute - Number(used));
      if (count < 1) return { count: 0, firstAt: Number(firstAt) };
    }
  };

  return {
    /** The checked addresses of a receiver, or why nothing can be sent to it. */
    resolve: (url: string): Promise<ResolvedReceiver> =>
      resolveReceiver(receiverHost(new URL(url)), receivers, resolver, AbortSignal.timeout(RESOLVE_MS)),

    /**
     * Counts up to `wanted` requests to each unproven address. Beside proven addresses, unproven ones are only used for
     * retries: a receiver whose first address answers costs no write.
     */
    async admit(
      text: string,
      addresses: readonly string[],
      wanted: number,
      isRetry: boolean,
    ): Promise<Admission> {
      const keyed = addresses.map((address) => ({
        address,
        key: receiverKey(address, portOf(new URL(text))),
      }));
      const proven = keyed.filter(({ key }) => isProven(key)).map(({ address }) => address);
      if (proven.length > 0 && (proven.length === keyed.length || !isRetry)) {
        return { addresses: proven, count: wanted };
      }
      const admitted = [...proven];
      // Each request may go to any admitted address, so the one with the least room decides.
      let [room, firstAt] = [wanted, 0];
      for (const { address, key } of keyed) {
        if (proven.includes(address)) continue;
        const taken = await take(key, wanted);
        // It was proven by another process: the rest is not needed.
        if (!isRetry && isProven(key)) return { addresses: [address], count: wanted };
        if (taken.count > 0) {
          admitted.push(address);
          room = Math.min(room, taken.count);
        }
        firstAt = Math.max(firstAt, taken.firstAt);
      }
      if (admitted.length > 0) return { addresses: admitted, count: room };
      const at = now().getTime();
      const isNew = at - firstAt < FIRST_ANSWER_MS;
      return { waitSeconds: isNew ? SHORT_WAIT_SECONDS : secondsToNextMinute(at) };
    },

    /** The connection at this address has answered an event with 2xx. */
    async acknowledge(text: string, address: string | undefined): Promise<void> {
      if (address === undefined) return;
      const receiver = receiverKey(address, portOf(new URL(text)));
      const until = now().getTime() + PROVEN_FOR_MS;
      if ((provenUntil.get(receiver) ?? 0) > until - DAY_MS) return;
      await updateIf(client, {
        ...itemOf(receiver),
        UpdateExpression: 'SET provenUntil = :until, #ttl = :ttl REMOVE firstAt, #minute, used',
        ConditionExpression: 'attribute_not_exists(provenUntil) OR provenUntil < :renewed',
        ExpressionAttributeValues: {
          ':until': until,
          ':renewed': until - DAY_MS,
          ':ttl': Math.ceil((until + DAY_MS) / 1000),
        },
      });
      // Also if another process has renewed it: the entry is at most a day too long.
      provenUntil.set(receiver, until);
    },
  };
}

export type ReceiverGate = ReturnType<typeof createReceiverGate>;

/** Resolves a receiver (without valid addresses, sending records why), and counts up to `wanted` requests to its admitted addresses; or in how many seconds to try again. */
export async function admitReceiver(
  gate: Pick<ReceiverGate, 'resolve' | 'admit'>,
  url: string,
  wanted: number,
  isRetry = false,
): Promise<
  { readonly resolved: ResolvedReceiver; readonly count: number } | { readonly waitSeconds: number }
> {
  const resolved = await gate.resolve(url);
  if (!resolved.ok) return { resolved, count: wanted };
  const admission = await gate.admit(url, resolved.addresses, wanted, isRetry);
  if ('waitSeconds' in admission) return admission;
  return { resolved: { ok: true, addresses: admission.addresses }, count: admission.count };
}
