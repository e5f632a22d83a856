import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type StoredItem, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { type Rejected, reject } from '../../platform/http/outcome.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { DAY_MS } from '../../platform/time/utc-calendar.ts';

const PARTITION = 'LIMITS#';

export const limitsOf = (orgId: string): string => `${PARTITION}${orgId}`;

export const organizationOfLimits = (partition: string): string | undefined =>
  partition.startsWith(PARTITION) ? partition.slice(PARTITION.length) : undefined;

export interface PlacesWanted {
  readonly orgId: string;
  /** `deliveries`, or a kind of calls. */
  readonly limit: string;
  /** Fewer are taken if the limit leaves no room for all. */
  readonly wanted: number;
  readonly most: number;
  /** Places that are not released are free again then. */
  readonly until: Date;
  /** At most one holder has this name at a time. Absent: a unique name. */
  readonly name?: string;
}

export interface Places extends Pick<PlacesWanted, 'orgId' | 'limit'> {
  readonly name: string;
  readonly token: string;
  readonly count: number;
}

const HOLDER = 'holder_';
const holderSchema = v.object({ count: v.number(), until: v.number(), token: v.string() });

const holdersIn = (item: StoredItem) =>
  Object.entries(item)
    .filter(([name]) => name.startsWith(HOLDER))
    .map(([name, value]) => ({ name, ...v.parse(holderSchema, value) }));

/** A failed write returns the item, so more tries are only needed with concurrent writers. */
const TRIES = 8;

/**
 * Takes places of a limit in one conditional write, exact under any concurrency. One item has the number of places in use,
 * and an attribute for each holder with its expiry; those of a killed process stay in it until others need them.
 * @returns `busy` if another holder has the name; `full` if all places are taken.
 */
export async function takePlaces(
  { client, TableName }: DynamoDbTable,
  { orgId, limit, wanted, most, until, name: given }: PlacesWanted,
  at: Date,
): Promise<Places | 'busy' | 'full'> {
  const token = randomBytes(9).toString('hex');
  const name = `${HOLDER}${given ?? token}`;
  const now = at.getTime();
  // Assumes at first that there is room.
  let item: StoredItem = {};
  for (let tries = 0; tries < TRIES; tries++) {
    const holders = holdersIn(item);
    const own = holders.find((holder) => holder.name === name);
    // The write was applied, but its response was lost.
    if (own?.token === token) return { orgId, limit, name, token, count: own.count };
    if (own && own.until > now) return 'busy';
    const expired = holders.filter((holder) => holder.until <= now);
    const freed = expired.reduce((sum, holder) => sum + holder.count, 0);
    const count = Math.min(wanted, most - (Number(item.used ?? 0) - freed));
    if (count < 1) return 'full';
    const others = expired.filter((holder) => holder !== own).map((holder) => `#${holder.name}`);
    const update = await updateIf(client, {
      TableName,
      Key: { pk: limitsOf(orgId), sk: limit },
      UpdateExpression: `SET #${name} = :holder, #ttl = :ttl ${others.length > 0 ? `REMOVE ${others}` : ''} ADD used :more`,
      ConditionExpression: [
        own ? `#${name}.#until <= :now` : `attribute_not_exists(#${name})`,
        '(attribute_not_exists(used) OR used <= :room)',
        ...others.map((other) => `${other}.#until <= :now`),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ':holder': { count, until: until.getTime(), token },
        ...(expired.length > 0 ? { ':now': now } : {}),
        ':ttl': Math.ceil((until.getTime() + DAY_MS) / 1000),
        ':more': count - freed,
        ':room': most - count + freed,
      },
    });
    if (update.applied) return { orgId, limit, name, token, count };
    item = update.found ?? {};
  }
  return 'full';
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
    Key: { pk: limitsOf(orgId), sk: limit },
    UpdateExpression: `SET used = used - :count REMOVE #${name}`,
    ConditionExpression: `#${name}.#token = :token`,
    ExpressionAttributeValues: { ':count': count, ':token': token },
  }).catch((error: unknown) => {
    log(LOG.placesNotReleased, { orgId, limit, ...describeError(error) });
  });
}

/** A kind of calls whose duration depends on receivers or on the number of deliveries. */
export interface CallLimit {
  /** In the plural, as callers read it. */
  readonly calls: string;
  /** Calls of an organization at the same time. */
  readonly most: number;
  /** Longer than the function may run. */
  readonly leaseMs: number;
  readonly retryAfter: number;
}

/** Runs a call unless the organization has too many running: none can use all executions of a function. */
export async function limitCalls<T>(
  table: DynamoDbTable,
  orgId: string,
  { calls, most, leaseMs, retryAfter }: CallLimit,
  call: () => Promise<T>,
): Promise<T | Rejected> {
  const at = new Date();
  const until = new Date(at.getTime() + leaseMs);
  const place = await takePlaces(table, { orgId, limit: calls, wanted: 1, most, until }, at);
  if (typeof place === 'string') {
    const message = `At most ${most} ${calls} of an organization run at the same time. Wait for the seconds in Retry-After, then try again.`;
    return reject({ kind: 'rate-limited', message, retryAfter });
  }
  try {
    return await call();
  } finally {
    await releasePlaces(table, place);
  }
}
