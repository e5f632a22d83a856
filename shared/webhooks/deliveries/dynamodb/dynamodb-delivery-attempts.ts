import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { gatherCalls } from '../../../platform/concurrency/gather-calls.ts';
import { createBatchedUpdate } from '../../../platform/dynamodb/batched-update.ts';
import { type StoredItem, updateIf } from '../../../platform/dynamodb/conditional-write.ts';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { Attempt } from '../delivery.ts';
import type { AttemptOutcome, Claimed, DeliveryAttempts } from '../delivery-ports.ts';
import { firstCheckAt } from '../due-times.ts';
import { readEntries, toEntry } from './dynamodb-attempt-log.ts';
import { type Ending, ending } from './dynamodb-delivery-ending.ts';
import {
  bodyKey,
  checkShard,
  type DeliveriesTable,
  readDelivery,
  stateKey,
  ttlOf,
} from './dynamodb-delivery-items.ts';
import { createLoggingUpdate } from './dynamodb-logging-update.ts';
import { createPayloadStore, type PayloadOf } from './dynamodb-payload-store.ts';

/** Payloads that are read together: at most 300 KB each, and DynamoDB returns at most 16 MB. */
const MAX_READS = 50;

const NAMES = { '#status': 'status' };
const LOGGED_NAMES = { ...NAMES, '#log': 'log' };
const LOGGED = '#log = list_append(if_not_exists(#log, :none), :entries)';

/** The next check of a delivery that the sweep does not check. Sorts after every time. */
const NEVER = '~';

const LAST_ATTEMPT_INTERRUPTED = 'The last attempt was interrupted, and no attempt is left.';

/** The attempt of a claim without a recorded outcome. */
const interruptedAttempt = (item: StoredItem): Attempt => ({
  number: Number(item.attempts),
  startedAt: String(item.claimedAt),
  url: String(item.claimedUrl),
  error: 'interrupted',
  detail: 'The sender was interrupted; the receiver may have got the request.',
});

/** Whether the last attempt of a pending delivery has recorded no outcome in time. */
const isInterrupted = (item: StoredItem | undefined, now: string): item is StoredItem =>
  item?.status === 'pending' && item.claimId !== undefined && String(item.dueAt) <= now;

/** The parts of a claim that depend on whether it sets the time of the next check. */
interface ClaimedCheck {
  readonly set: string;
  readonly remove: string;
  readonly condition: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The sweep checks the delivery before the attempt counts as lost: the claim does not write to the index of checks. */
const CHECKED_BEFORE_LOST: ClaimedCheck = {
  set: '',
  remove: '',
  // Unmet by a deferred delivery, which has no next check.
  condition: ' AND lookAt <= :due',
  values: {},
};

/** The sweep checks the delivery when the attempt counts as lost. */
const checkedWhenLost = (deliveryId: string): ClaimedCheck => ({
  set: ', lookShard = :shard, lookAt = :due, looks = :zero',
  remove: ', parkedIn, parkedAt',
  condition: '',
  values: { ':zero': 0, ':shard': checkShard(deliveryId) },
});

/** The part of an update that stores the outcome of an attempt. */
function outcomeUpdate(webhookId: string, outcome: AttemptOutcome): Ending {
  if (outcome.status === 'delivered') return ending(webhookId, 'delivered');
  if (outcome.status === 'failed') return ending(webhookId, 'failed', outcome.reason);
  return {
    sets: 'dueAt = :due, lookAt = :look, looks = :zero',
    removes: 'claimId, claimedAt, claimedUrl',
    values: { ':due': outcome.dueAt.toISOString(), ':look': outcome.nextCheckAt.toISOString(), ':zero': 0 },
  };
}

/**
 * Stores attempts in DynamoDB. Every update is conditional on the state of the delivery. Concurrent calls for different
 * deliveries share requests.
 */
export function createDynamoDbDeliveryAttempts(table: DeliveriesTable): DeliveryAttempts {
  const { client, TableName } = table;
  const payloads = createPayloadStore(table);
  const logAttempt = createLoggingUpdate(table);
  const batchedUpdate = createBatchedUpdate(client);
  const readPayload = gatherCalls<PayloadOf, Uint8Array | undefined>({
    most: MAX_READS,
    run: payloads.readEach,
  });

  /** Logs the interrupted attempt of a pending delivery, which then has no claim. */
  const logInterrupted = async (item: StoredItem, now: string): Promise<void> => {
    const delivery = readDelivery(item);
    const attempt = interruptedAttempt(item);
    await logAttempt(delivery, attempt, {
      TableName,
      Key: stateKey(delivery.deliveryId),
      UpdateExpression: `SET ${LOGGED} REMOVE claimId, claimedAt, claimedUrl`,
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

  /** Fails a delivery without an attempt, and logs an interrupted one. True for the one call that failed it. */
  const fail = async (
    ref: { deliveryId: string; webhookId: string },
    reason: string,
    now: string,
    failingBefore?: string,
  ) => {
    const endedBy = randomUUID();
    const { sets, removes, values } = ending(ref.webhookId, 'failed', reason);
    const isOverdue = failingBefore === undefined ? '' : ' AND failingSince <= :before';
    for (;;) {
      const update = await updateIf(client, {
        TableName,
        Key: stateKey(ref.deliveryId),
        UpdateExpression: `SET endedBy = :by, ${sets} REMOVE ${removes}`,
        ConditionExpression: `#status = :pending AND attribute_not_exists(claimId)${isOverdue}`,
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ...values,
          ...(failingBefore === undefined ? {} : { ':before': failingBefore }),
          ':by': endedBy,
          ':pending': 'pending',
        },
      });
      // The second condition: the update was applied, but its response was lost.
      if (update.applied || update.found?.endedBy === endedBy) return true;
      if (!isInterrupted(update.found, now)) return false;
      await logInterrupted(update.found, now);
    }
  };

  return {
    payload: ({ eventId, orgId, mode }) => readPayload({ account: { orgId, mode }, eventId }),

    async claim(
      { deliveryId, attempts: madeBefore, deferred = false },
      url,
      at,
      dueIfLost,
    ): Promise<Claimed> {
      const claimId = randomUUID();
      const now = at.toISOString();
      // Attempts may have been made, and the delivery deferred, since the message was sent.
      let made = madeBefore;
      // The latest time of the first check of a delivery that is due.
      let checkAt = deferred ? NEVER : firstCheckAt(at, true).toISOString();
      for (;;) {
        const number = made + 1;
        const due = dueIfLost(number).toISOString();
        const { set, remove, condition, values } =
          checkAt > due ? checkedWhenLost(deliveryId) : CHECKED_BEFORE_LOST;
        const update = await batchedUpdate({
          TableName,
          Key: stateKey(deliveryId),
          UpdateExpression: `SET attempts = :number, dueAt = :due, claimId = :claim, claimedAt = :now, claimedUrl = :url${set} REMOVE hostTokenAt, tokenAt, failingSince${remove}`,
          ConditionExpression: `#status = :pending AND dueAt <= :now AND attempts = :made AND attempts < maxAttempts AND attribute_not_exists(claimId)${condition}`,
          ExpressionAttributeNames: NAMES,
          ExpressionAttributeValues: {
            ...values,
            ':made': made,
            ':number': number,
            ':due': due,
            ':claim': claimId,
            ':now': now,
            ':url': url,
            ':pending': 'pending',
          },
          ReturnValues: 'ALL_OLD',
        });
        if (update.applied) {
          const delivery = { ...readDelivery(update.attributes), attempts: number, dueAt: due };
          return { outcome: 'claimed', claim: { delivery, number, claimId } };
        }
        const { found } = update;
        if (found === undefined || found.status !== 'pending') return { outcome: 'over' };
        const delivery = readDelivery(found);
        const { attempts, maxAttempts, dueAt = '' } = delivery;
        // The update was applied, but its response was lost.
        if (found.claimId === claimId) return { outcome: 'claimed', claim: { delivery, number, claimId } };
        if (dueAt > now) return { outcome: 'not-due', dueAt, attempts };
        if (attempts >= maxAttempts) {
          const reason = LAST_ATTEMPT_INTERRUPTED;
          return (await fail(delivery, reason, now))
            ? { outcome: 'no-attempts-left', delivery: { ...delivery, status: 'failed', reason } }
            : { outcome: 'over' };
        }
        if (isInterrupted(found, now)) await logInterrupted(found, now);
        made = attempts;
        checkAt = String(found.lookAt ?? NEVER);
      }
    },

    async postpone({ deliveryId }, { dueAt, nextCheckAt, hostTokenAt, tokenAt }, at) {
      // The claim of an interrupted attempt stays: the next claim logs it.
      const tokens = Object.entries({ hostTokenAt, tokenAt });
      const kept = tokens.filter(([, moment]) => moment !== undefined);
      const gone = tokens.filter(([, moment]) => moment === undefined);
      const update = await updateIf(client, {
        TableName,
        Key: stateKey(deliveryId),
        UpdateExpression: [
          'SET dueAt = :due, lookAt = :look, lookShard = :shard, looks = :zero',
          ...kept.map(([name]) => `, ${name} = :${name}`),
          ` REMOVE ${['parkedIn', 'parkedAt', 'failingSince', ...gone.map(([name]) => name)].join(', ')}`,
        ].join(''),
        ConditionExpression: '#status = :pending AND dueAt <= :now',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: {
          ':due': dueAt.toISOString(),
          ':look': nextCheckAt.toISOString(),
          ':shard': checkShard(deliveryId),
          ':zero': 0,
          ':now': at.toISOString(),
          ':pending': 'pending',
          ...Object.fromEntries(kept.map(([name, moment]) => [`:${name}`, moment])),
        },
      });
      return update.applied;
    },

    async record({ delivery, claimId }, attempt, outcome) {
      const { deliveryId, webhookId, createdAt } = delivery;
      const { entry, apart } = toEntry(attempt);
      if (apart !== undefined) {
        const Item = { ...bodyKey(deliveryId, attempt.number), body: apart, ttl: ttlOf(new Date(createdAt)) };
        // If the body cannot be stored, the outcome is recorded without it.
        await client.send(new PutCommand({ TableName, Item })).catch((error: unknown) => {
          log(LOG.responseBodyNotStored, { deliveryId, ...describeError(error) });
        });
      }
      const { sets, removes, values } = outcomeUpdate(webhookId, outcome);
      const status =
        attempt.status === undefined
          ? { set: '', remove: ', lastStatus', values: {} }
          : { set: ', lastStatus = :last', remove: '', values: { ':last': attempt.status } };
      const update = await logAttempt(delivery, attempt, {
        TableName,
        Key: stateKey(deliveryId),
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
      // If the update was applied but its response was lost, the log has the entry.
      const isLogged = ({ number, error }: { number: number; error?: unknown }) =>
        number === attempt.number && error !== 'interrupted';
      return update.applied || readEntries(update.found?.log).some(isLogged);
    },

    async markFailing({ deliveryId }, at) {
      const update = await updateIf(client, {
        TableName,
        Key: stateKey(deliveryId),
        UpdateExpression: 'SET failingSince = if_not_exists(failingSince, :now)',
        ConditionExpression: '#status = :pending',
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: { ':now': at.toISOString(), ':pending': 'pending' },
        ReturnValues: 'ALL_NEW',
      });
      return update.applied ? String(update.attributes?.failingSince) : undefined;
    },

    fail: (delivery, reason, at, failingBefore) =>
      fail(delivery, reason, at.toISOString(), failingBefore?.toISOString()),
  };
}
