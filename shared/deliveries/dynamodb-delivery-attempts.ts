import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Attempt } from './delivery.ts';
import type { Claimed, DeliveryAttempts, Verdict } from './delivery-ports.ts';
import { readEntries, toEntry } from './dynamodb-attempt-log.ts';
import { createConditionalChange, type StoredItem } from './dynamodb-conditional-change.ts';
import { type Ending, ending } from './dynamodb-delivery-ending.ts';
import {
  bodyKey,
  type DeliveriesTable,
  lookShard,
  readDelivery,
  stateKey,
  ttlOf,
} from './dynamodb-delivery-items.ts';
import { createFrozenPayloads } from './dynamodb-frozen-payloads.ts';

const NAMES = { '#status': 'status', '#log': 'log' };
const LOGGED = '#log = list_append(if_not_exists(#log, :none), :entries)';

/** The attempt that a claim began and nobody ended. */
const cutOff = (item: StoredItem): Attempt => ({
  number: Number(item.attempts),
  startedAt: String(item.claimedAt),
  url: String(item.claimedUrl),
  error: 'interrupted',
  detail: 'The sender was cut off; the receiver may have got it.',
});

/** The part of an update that a verdict is. */
function settling(webhookId: string, verdict: Verdict): Ending {
  if (verdict.status === 'delivered') return ending(webhookId, 'delivered');
  if (verdict.status === 'failed') return ending(webhookId, 'failed', verdict.reason);
  return {
    sets: 'dueAt = :due, lookAt = :look',
    removes: 'claimId, claimedAt, claimedUrl',
    values: { ':due': verdict.dueAt.toISOString(), ':look': verdict.lookAt.toISOString() },
  };
}

/** Attempts in the table: every change is conditional on what the delivery was. */
export function createDynamoDbDeliveryAttempts(table: DeliveriesTable): DeliveryAttempts {
  const { client, TableName } = table;
  const payloads = createFrozenPayloads(table);
  const change = createConditionalChange(table);

  /** Ends a delivery whose last attempt was cut off. */
  const giveUp = async (item: StoredItem): Promise<Claimed> => {
    const delivery = readDelivery(item);
    const reason = 'Its last attempt was cut off, and no other is left.';
    const { sets, removes, values } = ending(delivery.webhookId, 'failed', reason);
    const { met } = await change(stateKey(delivery.deliveryId), {
      UpdateExpression: `SET ${LOGGED}, ${sets} REMOVE ${removes}`,
      ConditionExpression: '#status = :pending AND claimId = :claim',
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: {
        ...values,
        ':pending': 'pending',
        ':claim': item.claimId,
        ':none': [],
        ':entries': [cutOff(item)],
      },
    });
    return met
      ? { outcome: 'given-up', delivery: { ...delivery, status: 'failed', reason } }
      : { outcome: 'over' };
  };

  return {
    payload: ({ eventId, orgId, mode }) => payloads.thaw({ orgId, mode }, eventId),

    async claim({ deliveryId, attempts: madeBefore }, url, at, dueIfLost) {
      const claimId = randomUUID();
      const now = at.toISOString();
      // A hint may be older than the attempts that were made since.
      for (let made = madeBefore; ; ) {
        const { before, found } = await change(stateKey(deliveryId), {
          UpdateExpression:
            'SET attempts = :number, dueAt = :due, lookShard = :shard, lookAt = :due, looks = :zero, claimId = :claim, claimedAt = :now, claimedUrl = :url REMOVE parkedIn, parkedAt',
          ConditionExpression:
            '#status = :pending AND dueAt <= :now AND attempts = :made AND attempts < maxAttempts',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':zero': 0,
            ':made': made,
            ':number': made + 1,
            ':due': dueIfLost(made + 1).toISOString(),
            ':shard': lookShard(deliveryId),
            ':claim': claimId,
            ':now': now,
            ':url': url,
            ':pending': 'pending',
          },
        });
        const held = { number: made + 1, claimId };
        if (before !== undefined) {
          const interrupted = before.claimId === undefined ? {} : { interrupted: cutOff(before) };
          return { outcome: 'claimed', claim: { ...held, delivery: readDelivery(before), ...interrupted } };
        }
        if (found === undefined || found.status !== 'pending') return { outcome: 'over' };
        const delivery = readDelivery(found);
        const { attempts, maxAttempts, dueAt = '' } = delivery;
        // Applied, although its answer was lost.
        if (found.claimId === claimId) return { outcome: 'claimed', claim: { ...held, delivery } };
        if (dueAt > now) return { outcome: 'not-due', dueAt, attempts };
        if (attempts >= maxAttempts) return giveUp(found);
        made = attempts;
      }
    },

    async record({ delivery, claimId, interrupted }, attempt, verdict) {
      const { deliveryId, webhookId, createdAt } = delivery;
      const { entry, apart } = toEntry(attempt);
      if (apart !== undefined) {
        const Item = { ...bodyKey(deliveryId, attempt.number), body: apart, ttl: ttlOf(new Date(createdAt)) };
        await client.send(new PutCommand({ TableName, Item }));
      }
      const { sets, removes, values } = settling(webhookId, verdict);
      const status =
        attempt.status === undefined
          ? { set: '', remove: ', lastStatus', values: {} }
          : { set: ', lastStatus = :last', remove: '', values: { ':last': attempt.status } };
      const { met, found } = await change(stateKey(deliveryId), {
        UpdateExpression: `SET ${LOGGED}, lastAttemptAt = :at${status.set}, ${sets} REMOVE ${removes}${status.remove}`,
        ConditionExpression: '#status = :pending AND claimId = :claim',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ...values,
          ...status.values,
          ':none': [],
          ':entries': interrupted === undefined ? [entry] : [interrupted, entry],
          ':at': attempt.startedAt,
          ':claim': claimId,
          ':pending': 'pending',
        },
      });
      // A write whose answer was lost has left its entry.
      const isThere = ({ number, error }: { number: number; error?: unknown }) =>
        number === attempt.number && error !== 'interrupted';
      return met || readEntries(found?.log).some(isThere);
    },

    async fail({ deliveryId, webhookId }, reason, at) {
      const { sets, removes, values } = ending(webhookId, 'failed', reason);
      const { met } = await change(stateKey(deliveryId), {
        UpdateExpression: `SET ${sets} REMOVE ${removes}`,
        ConditionExpression: '#status = :pending AND (attribute_not_exists(claimId) OR dueAt <= :now)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ...values, ':now': at.toISOString(), ':pending': 'pending' },
      });
      return met;
    },
  };
}
