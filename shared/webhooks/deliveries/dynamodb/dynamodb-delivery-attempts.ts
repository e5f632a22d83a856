import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { Attempt } from '../delivery.ts';
import type { AttemptOutcome, Claimed, DeliveryAttempts } from '../delivery-ports.ts';
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
import { createPayloadStore } from './dynamodb-payload-store.ts';

const NAMES = { '#status': 'status' };
const LOGGED_NAMES = { ...NAMES, '#log': 'log' };
const LOGGED = '#log = list_append(if_not_exists(#log, :none), :entries)';

const GIVEN_UP = 'Its last attempt was cut off, and no other is left.';

/** The attempt that a claim began and nobody ended. */
const cutOff = (item: StoredItem): Attempt => ({
  number: Number(item.attempts),
  startedAt: String(item.claimedAt),
  url: String(item.claimedUrl),
  error: 'interrupted',
  detail: 'The sender was cut off; the receiver may have got it.',
});

/** What an update of a delivery has to say of an attempt before it: `lost` is the delivery where one was cut off. */
function heldBefore(lost: StoredItem | undefined) {
  if (lost === undefined) {
    return { condition: 'attribute_not_exists(claimId)', sets: '', names: NAMES, values: {} };
  }
  return {
    condition: 'claimId = :lost AND dueAt <= :now',
    sets: `${LOGGED}, `,
    names: LOGGED_NAMES,
    values: { ':lost': lost.claimId, ':none': [], ':entries': [cutOff(lost)] },
  };
}

/** Whether a delivery waits with an attempt that nobody will end. */
const isCutOff = (item: StoredItem | undefined, now: string): item is StoredItem =>
  item?.status === 'pending' && item.claimId !== undefined && String(item.dueAt) <= now;

/** The part of an update that a verdict is. */
function settling(webhookId: string, verdict: AttemptOutcome): Ending {
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
  const payloads = createPayloadStore(table);
  const change = createConditionalChange(table);

  /** Ends a delivery without an attempt; one that was cut off is logged with it. True for the one call that did. */
  const end = async (
    ref: { deliveryId: string; webhookId: string },
    reason: string,
    now: string,
    dueBefore = now,
  ) => {
    const endedBy = randomUUID();
    const { sets, removes, values } = ending(ref.webhookId, 'failed', reason);
    const overdue = dueBefore === now ? '' : ' AND dueAt <= :before';
    for (let lost: StoredItem | undefined; ; ) {
      const before = heldBefore(lost);
      const { met, found } = await change(stateKey(ref.deliveryId), {
        UpdateExpression: `SET ${before.sets}endedBy = :by, ${sets} REMOVE ${removes}`,
        ConditionExpression: `#status = :pending AND ${before.condition}${overdue}`,
        ExpressionAttributeNames: before.names,
        ExpressionAttributeValues: {
          ...values,
          ...before.values,
          ...(lost === undefined ? {} : { ':now': dueBefore }),
          ...(overdue === '' ? {} : { ':before': dueBefore }),
          ':by': endedBy,
          ':pending': 'pending',
        },
      });
      // Or applied, although its answer was lost.
      if (met || found?.endedBy === endedBy) return true;
      if (!isCutOff(found, dueBefore)) return false;
      lost = found;
    }
  };

  return {
    payload: ({ eventId, orgId, mode }) => payloads.thaw({ orgId, mode }, eventId),

    async claim({ deliveryId, attempts: madeBefore }, url, at, dueIfLost): Promise<Claimed> {
      const claimId = randomUUID();
      const now = at.toISOString();
      // A hint may be older than the attempts that were made since.
      let made = madeBefore;
      for (let lost: StoredItem | undefined; ; ) {
        const before = heldBefore(lost);
        const number = made + 1;
        const due = dueIfLost(number).toISOString();
        const changed = await change(stateKey(deliveryId), {
          UpdateExpression: `SET ${before.sets}attempts = :number, dueAt = :due, lookShard = :shard, lookAt = :due, looks = :zero, claimId = :claim, claimedAt = :now, claimedUrl = :url REMOVE parkedIn, parkedAt, hostTokenAt, tokenAt`,
          ConditionExpression: `#status = :pending AND dueAt <= :now AND attempts = :made AND attempts < maxAttempts AND ${before.condition}`,
          ExpressionAttributeNames: before.names,
          ExpressionAttributeValues: {
            ...before.values,
            ':zero': 0,
            ':made': made,
            ':number': number,
            ':due': due,
            ':shard': lookShard(deliveryId),
            ':claim': claimId,
            ':now': now,
            ':url': url,
            ':pending': 'pending',
          },
        });
        if (changed.before !== undefined) {
          const delivery = { ...readDelivery(changed.before), attempts: number, dueAt: due };
          return { outcome: 'claimed', claim: { delivery, number, claimId } };
        }
        const { found } = changed;
        if (found === undefined || found.status !== 'pending') return { outcome: 'over' };
        const delivery = readDelivery(found);
        const { attempts, maxAttempts, dueAt = '' } = delivery;
        // Applied, although its answer was lost.
        if (found.claimId === claimId) return { outcome: 'claimed', claim: { delivery, number, claimId } };
        if (dueAt > now) return { outcome: 'not-due', dueAt, attempts };
        if (attempts >= maxAttempts) {
          return (await end(delivery, GIVEN_UP, now))
            ? { outcome: 'given-up', delivery: { ...delivery, status: 'failed', reason: GIVEN_UP } }
            : { outcome: 'over' };
        }
        made = attempts;
        lost = isCutOff(found, now) ? found : undefined;
      }
    },

    async defer({ deliveryId }, { dueAt, lookAt, hostTokenAt, tokenAt }, at) {
      // An attempt that was cut off stays noted: the next claim logs it.
      const tokens = Object.entries({ hostTokenAt, tokenAt });
      const kept = tokens.filter(([, moment]) => moment !== undefined);
      const gone = tokens.filter(([, moment]) => moment === undefined);
      const { met } = await change(stateKey(deliveryId), {
        UpdateExpression: [
          'SET dueAt = :due, lookAt = :look, lookShard = :shard, looks = :zero',
          ...kept.map(([name]) => `, ${name} = :${name}`),
          ` REMOVE ${['parkedIn', 'parkedAt', ...gone.map(([name]) => name)].join(', ')}`,
        ].join(''),
        ConditionExpression: '#status = :pending AND dueAt <= :now',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ':due': dueAt.toISOString(),
          ':look': lookAt.toISOString(),
          ':shard': lookShard(deliveryId),
          ':zero': 0,
          ':now': at.toISOString(),
          ':pending': 'pending',
          ...Object.fromEntries(kept.map(([name, moment]) => [`:${name}`, moment])),
        },
      });
      return met;
    },

    async record({ delivery, claimId }, attempt, verdict) {
      const { deliveryId, webhookId, createdAt } = delivery;
      const { entry, apart } = toEntry(attempt);
      if (apart !== undefined) {
        const Item = { ...bodyKey(deliveryId, attempt.number), body: apart, ttl: ttlOf(new Date(createdAt)) };
        // What a receiver said is worth less than that it got the event: the record is written without it.
        await client.send(new PutCommand({ TableName, Item })).catch((error: unknown) => {
          log('warn', LOG.responseBodyNotStored, { deliveryId, ...describeError(error) });
        });
      }
      const { sets, removes, values } = settling(webhookId, verdict);
      const status =
        attempt.status === undefined
          ? { set: '', remove: ', lastStatus', values: {} }
          : { set: ', lastStatus = :last', remove: '', values: { ':last': attempt.status } };
      const { met, found } = await change(stateKey(deliveryId), {
        UpdateExpression: `SET ${LOGGED}, lastAttemptAt = :at${status.set}, ${sets} REMOVE ${removes}${status.remove}`,
        ConditionExpression: '#status = :pending AND claimId = :claim',
        ExpressionAttributeNames: LOGGED_NAMES,
        ExpressionAttributeValues: {
          ...values,
          ...status.values,
          ':none': [],
          ':entries': [entry],
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

    fail: (delivery, reason, at, dueBefore = at) =>
      end(delivery, reason, at.toISOString(), dueBefore.toISOString()),
  };
}
