import { randomInt } from 'node:crypto';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import type { DeliveriesTable } from '../deliveries/dynamodb/dynamodb-delivery-items.ts';
import { receiverKey } from '../receiver-guard/address-guard.ts';

/** Addresses that may get a request now; or, if none may, when to try again. */
export type AddressRoom = { readonly addresses: readonly string[] } | { readonly dueAt: Date };

/** Port: limits requests to addresses that have not acknowledged an event, over all organizations. */
export interface UnprovenReceivers {
  /**
   * Takes a request of each unproven address. Beside proven addresses, unproven ones are only used for a retry: a receiver
   * whose first address answers costs no write.
   */
  admit(addresses: readonly string[], port: number, isRetry: boolean): Promise<AddressRoom>;
  /** The address has answered an event with 2xx. */
  acknowledge(address: string, port: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const PROVEN_FOR_MS = 30 * DAY_MS;
const RENEWED_AFTER_MS = DAY_MS;

/** A new receiver has answered by then, or not: until then, deliveries wait only for its first answer. */
const FIRST_ANSWER_MS = 6_000;
const SHORT_WAIT_MS = 1_000;

/** Deliveries to an address without room are spread over this time, which fits the longest delay of SQS. */
const SPREAD_MS = 13 * MINUTE_MS;

/** A process does not ask again for an address without room for this long. */
const FULL_FOR_MS = 500;

/**
 * One item for each address: the requests of the current minute, and until when the address is proven. Each decision is one
 * conditional update, so that only the permission UpdateItem is needed.
 */
export function createDynamoDbUnprovenReceivers(
  { client, TableName }: DeliveriesTable,
  perMinute: number,
  now: () => Date,
): UnprovenReceivers {
  const provenUntil = createLruCache<string, number>();
  /** When an address without room was asked, and its first request. */
  const full = createLruCache<string, { readonly at: number; readonly firstAt: number }>();
  const keyOf = (receiver: string) => ({ pk: `RECEIVER#${receiver}`, sk: 'requests' });
  const isProven = (receiver: string) => (provenUntil.get(receiver) ?? 0) > now().getTime();

  /** Takes a request. Undefined if the receiver may get it; otherwise when its first one was sent. */
  const take = async (receiver: string): Promise<number | undefined> => {
    const at = now().getTime();
    const known = full.get(receiver);
    if (known !== undefined && at - known.at < FULL_FOR_MS) return known.firstAt;
    const minute = Math.floor(at / MINUTE_MS);
    const values = { ':now': at, ':one': 1, ':ttl': Math.ceil((at + DAY_MS) / 1000) };
    const unproven = '(attribute_not_exists(provenUntil) OR provenUntil <= :now)';
    const set = 'SET firstAt = if_not_exists(firstAt, :now), #ttl = :ttl, #minute = :minute';
    const common = { TableName, Key: keyOf(receiver) };
    const ExpressionAttributeNames = { '#ttl': 'ttl', '#minute': 'minute' };
    const counted = await updateIf(client, {
      ...common,
      UpdateExpression: `${set} ADD used :one`,
      ConditionExpression: `${unproven} AND #minute = :minute AND used < :most`,
      ExpressionAttributeNames,
      ExpressionAttributeValues: { ...values, ':minute': minute, ':most': perMinute },
    });
    if (counted.applied) return undefined;
    const { provenUntil: until = 0, minute: found = -1, firstAt = at } = counted.found ?? {};
    if (Number(until) > at) {
      provenUntil.set(receiver, Number(until));
      return undefined;
    }
    if (Number(found) < minute) {
      const begun = await updateIf(client, {
        ...common,
        UpdateExpression: `${set}, used = :one`,
        ConditionExpression: `${unproven} AND (attribute_not_exists(#minute) OR #minute < :minute)`,
        ExpressionAttributeNames,
        ExpressionAttributeValues: { ...values, ':minute': minute },
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
    async admit(addresses, port, isRetry) {
      const proven = addresses.filter((address) => isProven(receiverKey(address, port)));
      if (proven.length > 0 && (proven.length === addresses.length || !isRetry)) return { addresses: proven };
      const refused: number[] = [];
      const admitted: string[] = [];
      for (const address of addresses) {
        const firstAt = proven.includes(address) ? undefined : await take(receiverKey(address, port));
        if (firstAt === undefined) admitted.push(address);
        else refused.push(firstAt);
        // It was proven by another process: the rest is not needed.
        if (!isRetry && isProven(receiverKey(address, port))) return { addresses: [address] };
      }
      return admitted.length > 0 ? { addresses: admitted } : { dueAt: laterThan(Math.max(...refused)) };
    },

    async acknowledge(address, port) {
      const receiver = receiverKey(address, port);
      const at = now().getTime();
      if ((provenUntil.get(receiver) ?? 0) > at + PROVEN_FOR_MS - RENEWED_AFTER_MS) return;
      const until = at + PROVEN_FOR_MS;
      await updateIf(client, {
        TableName,
        Key: keyOf(receiver),
        UpdateExpression: 'SET provenUntil = :until, #ttl = :ttl REMOVE firstAt, #minute, used',
        ConditionExpression: 'attribute_not_exists(provenUntil) OR provenUntil < :renewed',
        ExpressionAttributeNames: { '#ttl': 'ttl', '#minute': 'minute' },
        ExpressionAttributeValues: {
          ':until': until,
          ':renewed': until - RENEWED_AFTER_MS,
          ':ttl': Math.ceil((until + DAY_MS) / 1000),
        },
      });
      // Also if another process has renewed it: the entry is at most a day too long.
      provenUntil.set(receiver, until);
      full.delete(receiver);
    },
  };
}
