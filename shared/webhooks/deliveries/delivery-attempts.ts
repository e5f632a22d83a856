import { randomUUID } from 'node:crypto';
import { type StoredItem, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { deliveryKey, readDelivery, readLog, toEntry } from './dynamodb-delivery-items.ts';

/** The right to make one attempt of a delivery, which is counted. */
export interface Claim {
  readonly delivery: Delivery;
  /** 1 to `maxAttempts`. */
  readonly number: number;
  readonly claimId: string;
}

/** The state of a delivery after an attempt. */
export type AttemptOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'pending'; readonly dueAt: Date };

const CLAIM = 'claimId, claimedAt, claimedUrl';
const NAMES = { '#status': 'status' };
const LOGGED_NAMES = { ...NAMES, '#log': 'log' };
const LOGGED = '#log = list_append(if_not_exists(#log, :none), :entries)';
const LAST_ATTEMPT_INTERRUPTED = 'The last attempt was interrupted, and no attempt is left.';

/** Whether the last attempt of a pending delivery has recorded no outcome in time. */
const isInterrupted = (item: StoredItem | undefined, now: string): item is StoredItem =>
  item?.status === 'pending' && item.claimId !== undefined && String(item.dueAt) <= now;

/** The part of an update that stores the state of a delivery. Only a pending one has `dueAt`. */
function outcomeUpdate(outcome: AttemptOutcome) {
  if (outcome.status === 'pending') {
    return { set: 'dueAt = :due', remove: CLAIM, values: { ':due': outcome.dueAt.toISOString() } };
  }
  const isFailed = outcome.status === 'failed';
  return {
    set: `#status = :status${isFailed ? ', reason = :reason' : ''}`,
    remove: `${CLAIM}, dueAt, failingSince`,
    values: { ':status': outcome.status, ...(isFailed ? { ':reason': outcome.reason } : {}) },
  };
}

/**
 * The attempts of deliveries in their table. Every write is conditional on the state of the delivery; one whose condition is
 * not met has no effect. An update whose response was lost is recognized when it is repeated.
 */
export function createDeliveryAttempts({ client, TableName }: DynamoDbTable) {
  /** Logs the interrupted attempt of a pending delivery, which then has no claim. */
  const logInterrupted = (item: StoredItem, now: string) => {
    const attempt: Attempt = {
      number: Number(item.attempts),
      startedAt: String(item.claimedAt),
      url: String(item.claimedUrl),
      error: 'interrupted',
      detail: 'The sender was interrupted; the receiver may have got the request.',
    };
    return updateIf(client, {
      TableName,
      Key: deliveryKey(String(item.deliveryId)),
      UpdateExpression: `SET ${LOGGED} REMOVE ${CLAIM}`,
      ConditionExpression: '#status = :pending AND claimId = :lost AND dueAt <= :now',
      ExpressionAttributeNames: LOGGED_NAMES,
      ExpressionAttributeValues: {
        ':lost': item.claimId,
        ':none': [],
        ':entries': [attempt],
        ':now': now,
        ':pending': 'pending',
      },
    });
  };

  /** Fails a pending delivery that has no attempt in progress. True for the one call that failed it. */
  const fail = async (deliveryId: string, reason: string, at: Date): Promise<boolean> => {
    const endedBy = randomUUID();
    const now = at.toISOString();
    const { set, remove, values } = outcomeUpdate({ status: 'failed', reason });
    for (;;) {
      const update = await updateIf(client, {
        TableName,
        Key: deliveryKey(deliveryId),
        UpdateExpression: `SET endedBy = :by, ${set} REMOVE ${remove}`,
        ConditionExpression: '#status = :pending AND attribute_not_exists(claimId)',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: { ...values, ':by': endedBy, ':pending': 'pending' },
      });
      if (update.applied || update.found?.endedBy === endedBy) return true;
      if (!isInterrupted(update.found, now)) return false;
      await logInterrupted(update.found, now);
    }
  };

  return {
    fail,

    /**
     * Claims and counts the next attempt of a due delivery. An earlier attempt without an outcome is logged as interrupted.
     * @param dueIfLost when the next attempt is due if this one records no outcome.
     * @returns `exhausted`: the last attempt was interrupted, so the delivery has just failed. Undefined: no attempt is due.
     */
    async claim(
      deliveryId: string,
      url: string,
      at: Date,
      dueIfLost: Date,
    ): Promise<Claim | { readonly exhausted: Delivery } | undefined> {
      const claimId = randomUUID();
      const now = at.toISOString();
      for (;;) {
        const update = await updateIf(client, {
          TableName,
          Key: deliveryKey(deliveryId),
          UpdateExpression:
            'SET attempts = attempts + :one, dueAt = :due, claimId = :claim, claimedAt = :now, claimedUrl = :url',
          ConditionExpression:
            '#status = :pending AND dueAt <= :now AND attempts < maxAttempts AND attribute_not_exists(claimId)',
          ExpressionAttributeNames: NAMES,
          ExpressionAttributeValues: {
            ':one': 1,
            ':due': dueIfLost.toISOString(),
            ':claim': claimId,
            ':now': now,
            ':url': url,
            ':pending': 'pending',
          },
          ReturnValues: 'ALL_NEW',
        });
        const item = update.applied ? update.attributes : update.found;
        if (item?.claimId === claimId) {
          const delivery = readDelivery(item);
          return { delivery, number: delivery.attempts, claimId };
        }
        if (item?.status !== 'pending' || String(item.dueAt) > now) return undefined;
        const delivery = readDelivery(item);
        if (delivery.attempts >= delivery.maxAttempts) {
          return (await fail(deliveryId, LAST_ATTEMPT_INTERRUPTED, at)) ? { exhausted: delivery } : undefined;
        }
        if (isInterrupted(item, now)) await logInterrupted(item, now);
      }
    },

    /** Logs an attempt and stores its outcome; false if the delivery has another claim. */
    async record({ delivery, claimId }: Claim, attempt: Attempt, outcome: AttemptOutcome): Promise<boolean> {
      const { set, remove, values } = outcomeUpdate(outcome);
      const answered = attempt.status !== undefined;
      const update = await updateIf(client, {
        TableName,
        Key: deliveryKey(delivery.deliveryId),
        UpdateExpression: `SET ${LOGGED}, lastAttemptAt = :at${answered ? ', lastStatus = :last' : ''}, ${set} REMOVE ${remove}${answered ? '' : ', lastStatus'}`,
        ConditionExpression: '#status = :pending AND claimId = :claim',
        ExpressionAttributeNames: LOGGED_NAMES,
        ExpressionAttributeValues: {
          ...values,
          ...(answered ? { ':last': attempt.status } : {}),
          ':none': [],
          ':entries': [toEntry(attempt)],
          ':at': attempt.startedAt,
          ':claim': claimId,
          ':pending': 'pending',
        },
      });
      return (
        update.applied ||
        readLog(update.found?.log).some(
          ({ number, error }) => number === attempt.number && error !== 'interrupted',
        )
      );
    },

    /** Postpones a due delivery that has no attempt in progress. */
    async postpone(deliveryId: string, dueAt: Date, at: Date): Promise<void> {
      await updateIf(client, {
        TableName,
        Key: deliveryKey(deliveryId),
        UpdateExpression: 'SET dueAt = :due',
        // The claim of an interrupted attempt stays: the next claim logs it.
        ConditionExpression: '#status = :pending AND dueAt <= :now',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ':due': dueAt.toISOString(),
          ':now': at.toISOString(),
          ':pending': 'pending',
        },
      });
    },

    /**
     * Takes back a claim whose request the service could not send: the attempt does not count.
     * @returns since when the service fails to send it, ISO 8601; undefined if the delivery has another claim.
     */
    async giveBack({ delivery, claimId }: Claim, dueAt: Date, at: Date): Promise<string | undefined> {
      const update = await updateIf(client, {
        TableName,
        Key: deliveryKey(delivery.deliveryId),
        UpdateExpression: `SET attempts = attempts - :one, dueAt = :due, failingSince = if_not_exists(failingSince, :now) REMOVE ${CLAIM}`,
        ConditionExpression: '#status = :pending AND claimId = :claim',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ':one': 1,
          ':due': dueAt.toISOString(),
          ':now': at.toISOString(),
          ':claim': claimId,
          ':pending': 'pending',
        },
        ReturnValues: 'ALL_NEW',
      });
      return update.applied ? String(update.attributes?.failingSince) : undefined;
    },
  };
}

export type DeliveryAttempts = ReturnType<typeof createDeliveryAttempts>;
