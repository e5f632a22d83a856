import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import { MINUTE_MS } from '../limits/places.ts';
import { type ReceiverAddresses, receiverKey } from '../receiver-guard/address-guard.ts';
import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import {
  type ResolveAddresses,
  type ResolvedReceiver,
  resolveReceiver,
} from '../receiver-guard/resolve-receiver.ts';
import { readWebhookUrl, receiverHost } from '../receiver-guard/webhook-url.ts';

export interface GateParts {
  readonly table: DynamoDbTable;
  readonly receivers: ReceiverAddresses;
  /** Requests a minute to an address that has not acknowledged an event. */
  readonly perMinute: number;
  readonly now: () => Date;
  readonly resolver?: ResolveAddresses;
}

/** The requests that may be sent to a receiver now. */
export interface Admitted {
  /** Its checked and admitted addresses, or why nothing can be sent to it: the attempt records that. */
  readonly resolved: ResolvedReceiver;
  /** 0 if its addresses have got the requests of this minute. */
  readonly count: number;
}

const RESOLVE_MS = 2_000;
const PROVEN_FOR_MS = 30 * DAY_MS;

const keyOf = (address: string, { port, protocol }: URL): string =>
  receiverKey(address, Number(port) || (protocol === 'http:' ? 80 : 443));

/** The checked addresses of a URL, or why nothing can be sent to it. */
export async function resolveUrl(
  text: string,
  receivers: ReceiverAddresses,
  resolver: ResolveAddresses = resolveByDns,
  timeoutMs = RESOLVE_MS,
): Promise<ResolvedReceiver> {
  const reading = readWebhookUrl(text, receivers);
  if (reading.ok) {
    const host = receiverHost(new URL(reading.url));
    return resolveReceiver(host, receivers, resolver, AbortSignal.timeout(timeoutMs));
  }
  return { ok: false, failure: { error: 'rejected-address', detail: `${reading.message}.` } };
}

/**
 * Limits the requests of all organizations to an address that has not acknowledged an event with 2xx. Addresses count, not
 * names: a name can have any number of aliases. One item for each address has the requests of the current minute and until
 * when the address is proven.
 */
export function createReceiverGate({ table, receivers, perMinute, now, resolver = resolveByDns }: GateParts) {
  const { client, TableName } = table;
  const provenUntil = createLruCache<string, number>();
  const isProven = (receiver: string) => (provenUntil.get(receiver) ?? 0) > now().getTime();
  const itemOf = (receiver: string) => ({ TableName, Key: { pk: `RECEIVER#${receiver}`, sk: 'requests' } });

  /** Counts up to `wanted` requests. Returns how many the receiver may get. */
  const take = async (receiver: string, wanted: number): Promise<number> => {
    const at = now().getTime();
    const minute = Math.floor(at / MINUTE_MS);
    let count = Math.min(wanted, perMinute);
    // Another process can change the count between two tries: then there is less room, or a new minute.
    for (let begins = false; count > 0; ) {
      const update = await updateIf(client, {
        ...itemOf(receiver),
        UpdateExpression: `SET #ttl = :ttl, #minute = :minute${begins ? ', used = :count' : ' ADD used :count'}`,
        ConditionExpression: `(attribute_not_exists(provenUntil) OR provenUntil <= :now) AND ${
          begins
            ? '(attribute_not_exists(#minute) OR #minute < :minute)'
            : '#minute = :minute AND used <= :room'
        }`,
        ExpressionAttributeValues: {
          ...{ ':now': at, ':minute': minute, ':count': count },
          ':ttl': Math.ceil((at + DAY_MS) / 1000),
          ...(begins ? {} : { ':room': perMinute - count }),
        },
      });
      if (update.applied) return count;
      const { provenUntil: until = 0, minute: found = -1, used = 0 } = update.found ?? {};
      if (Number(until) > at) {
        provenUntil.set(receiver, Number(until));
        return wanted;
      }
      begins = Number(found) < minute;
      count = Math.min(wanted, perMinute - (begins ? 0 : Number(used)));
    }
    return 0;
  };

  return {
    /**
     * Resolves a receiver, and counts up to `wanted` requests to each unproven address. Beside proven addresses, unproven ones
     * are only used for retries: a receiver whose first address answers costs no write.
     */
    async admit(text: string, wanted: number, isRetry = false): Promise<Admitted> {
      const resolved = await resolveUrl(text, receivers, resolver);
      if (!resolved.ok) return { resolved, count: wanted };
      const url = new URL(text);
      const keyed = resolved.addresses.map((address) => ({ address, key: keyOf(address, url) }));
      const addresses = keyed.filter(({ key }) => isProven(key)).map(({ address }) => address);
      // Each request may go to any admitted address, so the one with the least room decides.
      let room = wanted;
      if (addresses.length === 0 || isRetry) {
        for (const { address, key } of keyed.filter((one) => !addresses.includes(one.address))) {
          const taken = await take(key, wanted);
          // It was proven by another process: the rest is not needed.
          if (!isRetry && isProven(key))
            return { resolved: { ok: true, addresses: [address] }, count: wanted };
          if (taken === 0) continue;
          addresses.push(address);
          room = Math.min(room, taken);
        }
      }
      return { resolved: { ok: true, addresses }, count: addresses.length > 0 ? room : 0 };
    },

    /** The connection at this address has answered an event with 2xx. */
    async acknowledge(url: string, address: string | undefined): Promise<void> {
      if (address === undefined) return;
      const receiver = keyOf(address, new URL(url));
      const until = now().getTime() + PROVEN_FOR_MS;
      if ((provenUntil.get(receiver) ?? 0) > until - DAY_MS) return;
      await updateIf(client, {
        ...itemOf(receiver),
        UpdateExpression: 'SET provenUntil = :until, #ttl = :ttl REMOVE #minute, used',
        ConditionExpression: 'attribute_not_exists(provenUntil) OR provenUntil < :renewed',
        ExpressionAttributeValues: {
          ...{ ':until': until, ':renewed': until - DAY_MS },
          ':ttl': Math.ceil((until + DAY_MS) / 1000),
        },
      });
      // Also if another process has renewed it: the entry is at most a day too long.
      provenUntil.set(receiver, until);
    },
  };
}

export type ReceiverGate = ReturnType<typeof createReceiverGate>;
