import { randomUUID } from 'node:crypto';
import { type StoredItem, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { deliveryKey, readDelivery, readLog, toEntry } from './dynamodb-delivery-items.ts';

/** The right to make one attempt of a delivery, which is counted. */
export interface Claim {
  readonly item: StoredItem;
  readonly delivery: Delivery;
  /** 1 to `maxAttempts`. */
  readonly number: number;
  readonly claimId: string;
}

export type AttemptOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'pending'; readonly dueAt: Date };

const CLAIM = ['claimId', 'claimedAt', 'claimedUrl'];

/** Whether no attempt of a pending delivery is in progress: none was claimed, or its outcome is overdue. */
const isIdle = ({ status, claimId, dueAt }: StoredItem, at: Date): boolean =>
  status === 'pending' && (claimId === undefined || String(dueAt) <= at.toISOString());

const entriesOf = ({ log = [] }: StoredItem) => log as readonly unknown[];

/** What the next write of a delivery changes if its last attempt was interrupted: that attempt is logged. */
function interruptedAttempt(item: StoredItem) {
  const { claimId, claimedAt, claimedUrl, attempts } = item;
  if (claimId === undefined) return { set: {}, remove: [] };
  const interrupted: Attempt = {
    number: Number(attempts),
    startedAt: String(claimedAt),
    url: String(claimedUrl),
    error: 'interrupted',
    detail: 'The sender was interrupted; the receiver may have got the request.',
  };
  return {
    set: { log: [...entriesOf(item), interrupted], lastAttemptAt: claimedAt },
    remove: ['lastStatus'],
  };
}

/**
 * The attempts of deliveries in their table. Items are as they were read: a write has no effect if the delivery has changed
 * since. A write whose response was lost is recognized when it is repeated.
 */
export function createDeliveryAttempts({ client, TableName }: DynamoDbTable) {
  /** Changes a pending delivery that has this claim. The log only changes with the claim. */
  const change = (
    item: StoredItem,
    claimId: unknown,
    set: Readonly<Record<string, unknown>>,
    remove: readonly string[],
  ) => {
    const values = Object.entries(set).map(([name, value]) => [`:${name}`, value]);
    return updateIf(client, {
      TableName,
      Key: deliveryKey(String(item.deliveryId)),
      UpdateExpression: [
        `SET ${Object.keys(set).map((name) => `#${name} = :${name}`)}`,
        ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`)}`] : []),
      ].join(' '),
      ConditionExpression: `#status = :is_pending AND ${claimId === undefined ? 'attempts = :is_made AND attribute_not_exists(claimId)' : 'claimId = :is_claim'}`,
      ExpressionAttributeValues: {
        ...Object.fromEntries(values),
        ':is_pending': 'pending',
        ...(claimId === undefined ? { ':is_made': item.attempts } : { ':is_claim': claimId }),
      },
    });
  };

  return {
    /** Fails a pending delivery that has no attempt in progress. True for the one call that failed it. */
    async fail(item: StoredItem, reason: string, at: Date): Promise<boolean> {
      if (!isIdle(item, at)) return false;
      const endedBy = randomUUID();
      const { set, remove } = interruptedAttempt(item);
      const update = await change(item, item.claimId, { ...set, status: 'failed', reason, endedBy }, [
        ...CLAIM,
        'dueAt',
        ...remove,
      ]);
      return update.applied || update.found?.endedBy === endedBy;
    },

    /**
     * Claims and counts the next attempt of a delivery that has no attempt in progress.
     * @param dueIfLost when the next attempt is due if this one records no outcome.
     */
    async claim(item: StoredItem, url: string, at: Date, dueIfLost: Date): Promise<Claim | undefined> {
      if (!isIdle(item, at)) return undefined;
      const claimId = randomUUID();
      const number = Number(item.attempts) + 1;
      const { set, remove } = interruptedAttempt(item);
      const claimed = {
        ...set,
        attempts: number,
        dueAt: dueIfLost.toISOString(),
        ...{ claimId, claimedAt: at.toISOString(), claimedUrl: url },
      };
      const update = await change(item, item.claimId, claimed, remove);
      if (!update.applied && update.found?.claimId !== claimId) return undefined;
      const now = { ...item, ...claimed };
      return { item: now, delivery: readDelivery(now), number, claimId };
    },

    /** Logs an attempt and stores its outcome; false if the delivery has another claim. */
    async record({ item, claimId }: Claim, attempt: Attempt, outcome: AttemptOutcome): Promise<boolean> {
      const { status } = outcome;
      const set = {
        status,
        log: [...entriesOf(item), toEntry(attempt)],
        lastAttemptAt: attempt.startedAt,
        ...(attempt.status === undefined ? {} : { lastStatus: attempt.status }),
        ...(status === 'pending' ? { dueAt: outcome.dueAt.toISOString() } : {}),
        ...(status === 'failed' ? { reason: outcome.reason } : {}),
      };
      // Only a pending delivery has a due time.
      const remove = [...CLAIM, 'lastStatus', 'dueAt'].filter((name) => !(name in set));
      const update = await change(item, claimId, set, remove);
      const isLogged = ({ number, error }: Attempt) => number === attempt.number && error !== 'interrupted';
      return update.applied || readLog(update.found?.log).some(isLogged);
    },
  };
}

export type DeliveryAttempts = ReturnType<typeof createDeliveryAttempts>;
