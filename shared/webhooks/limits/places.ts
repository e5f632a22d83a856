import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type StoredItem, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { type Rejected, reject } from '../../platform/http/outcome.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import { LIMITED_CALLS, MAX_IN_FLIGHT } from './webhook-limits.ts';

const PARTITION = 'LIMITS#';

/** The item of a limit of an organization: `deliveries`, or a kind of calls. */
export const limitKey = (orgId: string, limit: string) => ({ pk: `${PARTITION}${orgId}`, sk: limit });

/** The organization of a partition of limits; undefined for other partitions. */
export const organizationOfLimits = (partition: string): string | undefined =>
  partition.startsWith(PARTITION) ? partition.slice(PARTITION.length) : undefined;

export interface PlacesWanted {
  readonly orgId: string;
  readonly limit: string;
  /** Fewer are taken if the limit leaves no room for all. */
  readonly wanted: number;
  readonly most: number;
  /** Places that are not released are free again then. */
  readonly until: Date;
  /** At most one holder has this name at a time. Absent: a unique name. */
  readonly name?: string;
  /** Also limits what is taken in a minute: `counter` is the attribute that counts. */
  readonly minute?: { readonly counter: string; readonly most: number };
}

export interface Places {
  readonly orgId: string;
  readonly limit: string;
  readonly name: string;
  readonly token: string;
  readonly count: number;
}

/** `busy`: another holder has the name. `full`: all places are taken. `minute`: nothing is left in this minute. */
export type PlacesTaken = Places | 'busy' | 'full' | 'minute';

export const MINUTE_MS = 60_000;

const HOLDER = 'holder_';
const holderSchema = v.object({ count: v.number(), until: v.number(), token: v.string() });
/** Requests of a minute, and of the one before it. */
export const counterSchema = v.object({ minute: v.number(), count: v.number(), before: v.number() });

const holdersIn = (item: StoredItem) =>
  Object.entries(item)
    .filter(([name]) => name.startsWith(HOLDER))
    .map(([name, value]) => ({ name, ...v.parse(holderSchema, value) }));

/** A failed write returns the item, so more tries are only needed with concurrent writers. */
const TRIES = 8;

/**
 * Takes places of a limit in one conditional write, exact under any concurrency. One item has the number of places in use,
 * an attribute for each holder with its expiry, and the count of the current minute.
 */
export async function takePlaces(
  { client, TableName }: DynamoDbTable,
  request: PlacesWanted,
  at: Date,
): Promise<PlacesTaken> {
  const { orgId, limit, wanted, most, until, minute } = request;
  const token = randomBytes(9).toString('hex');
  const name = `${HOLDER}${request.name ?? token}`;
  const now = at.getTime();
  const thisMinute = Math.floor(now / MINUTE_MS);
  // Assumes at first that there is room, and that something was taken in this minute.
  let item: StoredItem = minute ? { [minute.counter]: { minute: thisMinute, count: 0, before: 0 } } : {};
  for (let tries = 0; tries < TRIES; tries++) {
    const holders = holdersIn(item);
    const own = holders.find((holder) => holder.name === name);
    // The write was applied, but its response was lost.
    if (own?.token === token) return { orgId, limit, name, token, count: own.count };
    if (own && own.until > now) return 'busy';
    const expired = holders.filter((holder) => holder.until <= now);
    const freed = expired.reduce((sum, holder) => sum + holder.count, 0);
    const counted = minute && v.parse(v.optional(counterSchema), item[minute.counter]);
    const left = minute ? minute.most - (counted?.minute === thisMinute ? counted.count : 0) : wanted;
    if (left < 1) return 'minute';
    const count = Math.min(wanted, most - (Number(item.used ?? 0) - freed), left);
    if (count < 1) return 'full';
    const gone = expired.filter((holder) => holder !== own).map((holder) => `#${holder.name}`);
    const perMinute = minute && countInMinute(minute, count, thisMinute, counted);
    const update = await updateIf(client, {
      TableName,
      Key: limitKey(orgId, limit),
      UpdateExpression: [
        `SET #${name} = :holder, #ttl = :ttl, used = if_not_exists(used, :zero) + :more${perMinute?.set ?? ''}`,
        ...(gone.length > 0 ? [`REMOVE ${gone.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: [
        own ? `#${name}.#until <= :now` : `attribute_not_exists(#${name})`,
        '(attribute_not_exists(used) OR used <= :room)',
        ...gone.map((holder) => `${holder}.#until <= :now`),
        ...(perMinute ? [perMinute.condition] : []),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ':holder': { count, until: until.getTime(), token },
        ...(expired.length > 0 ? { ':now': now } : {}),
        ':ttl': Math.ceil((until.getTime() + DAY_MS) / 1000),
        ':zero': 0,
        ':more': count - freed,
        ':room': most - count + freed,
        ...perMinute?.values,
      },
    });
    if (update.applied) return { orgId, limit, name, token, count };
    item = update.found ?? {};
  }
  return 'full';
}

/** The parts of an update that count in a minute; they begin a new minute unless the counter is of this one. */
function countInMinute(
  { counter, most }: NonNullable<PlacesWanted['minute']>,
  count: number,
  minute: number,
  counted: v.InferOutput<typeof counterSchema> | undefined,
) {
  if (counted?.minute === minute)
    return {
      set: `, #${counter}.#count = #${counter}.#count + :count`,
      condition: `#${counter}.#minute = :minute AND #${counter}.#count <= :left`,
      values: { ':minute': minute, ':count': count, ':left': most - count },
    };
  const before = counted?.minute === minute - 1 ? counted.count : 0;
  return {
    set: `, #${counter} = :counter`,
    condition: `(attribute_not_exists(#${counter}) OR #${counter}.#minute < :minute)`,
    values: { ':minute': minute, ':counter': { minute, count, before } },
  };
}

/**
 * Gives places back, without effect if they have expired and are taken by others. Never fails: what they were taken for is
 * done, and places that cannot be released expire.
 */
export async function releasePlaces(
  { client, TableName }: DynamoDbTable,
  { orgId, limit, name, token, count }: Places,
): Promise<void> {
  await updateIf(client, {
    TableName,
    Key: limitKey(orgId, limit),
    UpdateExpression: `SET used = used - :count REMOVE #${name}`,
    ConditionExpression: `#${name}.#token = :token`,
    ExpressionAttributeValues: { ':count': count, ':token': token },
  }).catch((error: unknown) => {
    log(LOG.placesNotReleased, { orgId, limit, ...describeError(error) });
  });
}

/** The places of an organization for deliveries in flight. @param perMinute requests of an organization and mode. */
export const deliveryPlaces = (
  { orgId, mode }: Account,
  wanted: number,
  until: Date,
  perMinute: number,
): PlacesWanted => ({
  ...{ orgId, limit: 'deliveries', wanted, most: MAX_IN_FLIGHT, until },
  minute: { counter: `${mode}Requests`, most: perMinute },
});

/** Runs a call of an organization, or rejects it if the organization has too many calls running. */
export type CallLimit = <T>(orgId: string, call: () => Promise<T>) => Promise<T | Rejected>;

/** Limits the concurrent calls of one kind, so that no organization can use all executions of a function. */
export const createCallLimit =
  (table: DynamoDbTable, kind: keyof typeof LIMITED_CALLS, now: () => Date): CallLimit =>
  async (orgId, call) => {
    const { most, leaseMs, retryAfter, words } = LIMITED_CALLS[kind];
    const at = now();
    const until = new Date(at.getTime() + leaseMs);
    const places = await takePlaces(table, { orgId, limit: kind, wanted: 1, most, until }, at);
    if (typeof places === 'string') {
      const message = `At most ${words} of an organization run at the same time. Wait for the seconds in Retry-After, then try again.`;
      return reject({ kind: 'rate-limited', message, retryAfter });
    }
    try {
      return await call();
    } finally {
      await releasePlaces(table, places);
    }
  };
