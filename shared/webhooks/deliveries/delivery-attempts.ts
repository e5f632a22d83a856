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
const LOGGED = '#log = list_append(if_not_exists(#log, :none), :entries)';

/** Whether no attempt of a pending delivery is in progress: none was claimed, or its outcome is overdue. */
const isIdle = ({ status, claimId, dueAt }: StoredItem, at: Date): boolean =>
  status === 'pending' && (claimId === undefined || String(dueAt) <= at.toISOString());

/** The parts of an update of a delivery as it was read: they require its state, and log an attempt that was interrupted. */
function changeOf(item: StoredItem) {
  const { claimId, claimedAt, claimedUrl, attempts } = item;
  const names = { '#status': 'status' };
  const values = { ':pending': 'pending', ':made': attempts };
  if (claimId === undefined) {
    const condition = '#status = :pending AND attempts = :made AND attribute_not_exists(claimId)';
    return { sets: [], removes: [], condition, names, values };
  }
  const interrupted: Attempt = {
    number: Number(attempts),
    startedAt: String(claimedAt),
    url: String(claimedUrl),
    error: 'interrupted',
    detail: 'The sender was interrupted; the receiver may have got the request.',
  };
  return {
    sets: [LOGGED, 'lastAttemptAt = :interruptedAt'],
    removes: ['lastStatus'],
    condition: '#status = :pending AND attempts = :made AND claimId = :lost',
    names: { ...names, '#log': 'log' },
    values: {
      ...values,
      ':lost': claimId,
      ':none': [],
      ':entries': [interrupted],
      ':interruptedAt': claimedAt,
    },
  };
}

/**
 * The attempts of deliveries in their table. Items are as they were read: a write has no effect if the delivery has changed
 * since. A write whose response was lost is recognized when it is repeated.
 */
export function createDeliveryAttempts({ client, TableName }: DynamoDbTable) {
  return {
    /** Fails a pending delivery that has no attempt in progress. True for the one call that failed it. */
    async fail(item: StoredItem, reason: string, at: Date): Promise<boolean> {
      if (!isIdle(item, at)) return false;
      const endedBy = randomUUID();
      const { sets, removes, condition, names, values } = changeOf(item);
      const update = await updateIf(client, {
        TableName,
        Key: deliveryKey(String(item.deliveryId)),
        UpdateExpression: `SET ${['#status = :failed', 'reason = :reason', 'endedBy = :by', ...sets].join(', ')} REMOVE ${[CLAIM, 'dueAt', ...removes].join(', ')}`,
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ':failed': 'failed', ':reason': reason, ':by': endedBy },
      });
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
      const { sets, removes, condition, names, values } = changeOf(item);
      const claimed = [
        ...[
          'attempts = :number',
          'dueAt = :due',
          'claimId = :claim',
          'claimedAt = :now',
          'claimedUrl = :url',
        ],
        ...sets,
      ];
      const update = await updateIf(client, {
        TableName,
        Key: deliveryKey(String(item.deliveryId)),
        UpdateExpression: `SET ${claimed.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`,
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...values,
          ':number': number,
          ':due': dueIfLost.toISOString(),
          ':claim': claimId,
          ':now': at.toISOString(),
          ':url': url,
        },
      });
      if (!update.applied && update.found?.claimId !== claimId) return undefined;
      const delivery = { ...readDelivery(item), attempts: number, dueAt: dueIfLost.toISOString() };
      return { delivery, number, claimId };
    },

    /** Logs an attempt and stores its outcome; false if the delivery has another claim. */
    async record({ delivery, claimId }: Claim, attempt: Attempt, outcome: AttemptOutcome): Promise<boolean> {
      const { status } = outcome;
      const answered = attempt.status !== undefined;
      const sets = [
        ...[LOGGED, 'lastAttemptAt = :at', '#status = :status'],
        ...(answered ? ['lastStatus = :last'] : []),
        ...(status === 'pending' ? ['dueAt = :due'] : []),
        ...(status === 'failed' ? ['reason = :reason'] : []),
      ];
      // Only a pending delivery has a due time.
      const removes = [
        CLAIM,
        ...(answered ? [] : ['lastStatus']),
        ...(status === 'pending' ? [] : ['dueAt']),
      ];
      const update = await updateIf(client, {
        TableName,
        Key: deliveryKey(delivery.deliveryId),
        UpdateExpression: `SET ${sets.join(', ')} REMOVE ${removes.join(', ')}`,
        ConditionExpression: '#status = :pending AND claimId = :claim',
        ExpressionAttributeNames: { '#status': 'status', '#log': 'log' },
        ExpressionAttributeValues: {
          ':status': status,
          ...(answered ? { ':last': attempt.status } : {}),
          ...(status === 'pending' ? { ':due': outcome.dueAt.toISOString() } : {}),
          ...(status === 'failed' ? { ':reason': outcome.reason } : {}),
          ':none': [],
          ':entries': [toEntry(attempt)],
          ':at': attempt.startedAt,
          ':claim': claimId,
          ':pending': 'pending',
        },
      });
      const isLogged = ({ number, error }: Attempt) => number === attempt.number && error !== 'interrupted';
      return update.applied || readLog(update.found?.log).some(isLogged);
    },
  };
}

export type DeliveryAttempts = ReturnType<typeof createDeliveryAttempts>;
