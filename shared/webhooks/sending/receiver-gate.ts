import { randomInt } from 'node:crypto';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import { MINUTE_MS } from '../limits/places.ts';
import { receiverKey } from '../receiver-guard/address-guard.ts';
import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import type { ReceiverAddresses } from '../receiver-guard/receiver-addresses.ts';
import {
  type ResolveAddresses,
  type ResolvedReceiver,
  resolveReceiver,
} from '../receiver-guard/resolve-receiver.ts';
import { normalizeStoredUrl, receiverHost } from '../receiver-guard/webhook-url.ts';

/** A request may be sent to `addresses` now, or not before `dueAt`. */
export type Admission = { readonly addresses: readonly string[] } | { readonly dueAt: Date };

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
const SHORT_WAIT_MS = 1_000;

/** Deliveries to an address without room are spread over this time. */
const SPREAD_MS = 10 * MINUTE_MS;

/** A process does not ask again for an address without room for this long. */
const FULL_FOR_MS = 500;

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'http:' ? 80 : 443);

/**
 * Limits the requests of all organizations to an address that has not acknowledged an event with 2xx. Addresses count, not
 * names: a name can have any number of aliases. One item for each address has the requests of the current minute and until
 * when the address is proven.
 */
export function createReceiverGate({ table, receivers, perMinute, now, resolver = resolveByDns }: GateParts) {
  const { client, TableName } = table;
  const provenUntil = createLruCache<string, number>();
  /** When an address without room was asked, and its first request. */
  const full = createLruCache<string, { readonly at: number; readonly firstAt: number }>();
  const isProven = (receiver: string) => (provenUntil.get(receiver) ?? 0) > now().getTime();
  const itemOf = (receiver: string) => ({
    TableName,
    Key: { pk: `RECEIVER#${receiver}`, sk: 'requests' },
    ExpressionAttributeNames: { '#ttl': 'ttl', '#minute': 'minute' },
  });

  /** Counts a request. Undefined if the receiver may get it; otherwise when its first one was sent. */
  const take = async (receiver: string): Promise<number | undefined> => {
    const at = now().getTime();
    const known = full.get(receiver);
    if (known !== undefined && at - known.at < FULL_FOR_MS) return known.firstAt;
    const minute = Math.floor(at / MINUTE_MS);
    const values = { ':now': at, ':one': 1, ':minute': minute, ':ttl': Math.ceil((at + DAY_MS) / 1000) };
    const unproven = '(attribute_not_exists(provenUntil) OR provenUntil <= :now)';
    const set = 'SET firstAt = if_not_exists(firstAt, :now), #ttl = :ttl, #minute = :minute';
    const counted = await updateIf(client, {
      ...itemOf(receiver),
      UpdateExpression: `${set} ADD used :one`,
      ConditionExpression: `${unproven} AND #minute = :minute AND used < :most`,
      ExpressionAttributeValues: { ...values, ':most': perMinute },
    });
    if (counted.applied) return undefined;
    const { provenUntil: until = 0, minute: found = -1, firstAt = at } = counted.found ?? {};
    if (Number(until) > at) {
      provenUntil.set(receiver, Number(until));
      return undefined;
    }
    if (Number(found) < minute) {
      const begun = await updateIf(client, {
        ...itemOf(receiver),
        UpdateExpression: `${set}, used = :one`,
        ConditionExpression: `${unproven} AND (attribute_not_exists(#minute) OR #minute < :minute)`,
        ExpressionAttributeValues: values,
      });
      // Another process began the minute, or the receiver was proven meanwhile.
      return begun.applied ? undefined : take(receiver);
    }
    full.set(receiver, { at, firstAt: Number(firstAt) });
    return Number(firstAt);
  };

  const laterThan = (firstAt: number): Date => {
    const at = now().getTime();
    if (at - firstAt < FIRST_ANSWER_MS) return new Date(at + SHORT_WAIT_MS + randomInt(SHORT_WAIT_MS));
    const nextMinute = (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
    return new Date(nextMinute + randomInt(SPREAD_MS));
  };

  return {
    /** The checked addresses of a receiver, or why nothing can be sent to it; undefined if its URL is not valid. */
    async resolve(text: string): Promise<ResolvedReceiver | undefined> {
      const url = URL.parse(normalizeStoredUrl(text));
      return url === null
        ? undefined
        : resolveReceiver(receiverHost(url), receivers, resolver, AbortSignal.timeout(RESOLVE_MS));
    },

    /**
     * Counts a request to each unproven address. Beside proven addresses, unproven ones are only used for a retry: a receiver
     * whose first address answers costs no write.
     */
    async admit(text: string, addresses: readonly string[], isRetry: boolean): Promise<Admission> {
      const keyed = addresses.map((address) => ({
        address,
        key: receiverKey(address, portOf(new URL(text))),
      }));
      const proven = keyed.filter(({ key }) => isProven(key));
      if (proven.length > 0 && (proven.length === keyed.length || !isRetry)) {
        return { addresses: proven.map(({ address }) => address) };
      }
      const refused: number[] = [];
      const admitted: string[] = [];
      for (const { address, key } of keyed) {
        const firstAt = isProven(key) ? undefined : await take(key);
        if (firstAt === undefined) admitted.push(address);
        else refused.push(firstAt);
        // It was proven by another process: the rest is not needed.
        if (!isRetry && isProven(key)) return { addresses: [address] };
      }
      return admitted.length > 0 ? { addresses: admitted } : { dueAt: laterThan(Math.max(...refused)) };
    },

    /** The connection at this address has answered an event with 2xx. */
    async acknowledge(text: string, address: string | undefined): Promise<void> {
      const url = URL.parse(normalizeStoredUrl(text));
      if (url === null || address === undefined) return;
      const receiver = receiverKey(address, portOf(url));
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
      full.delete(receiver);
    },
  };
}

export type ReceiverGate = ReturnType<typeof createReceiverGate>;
