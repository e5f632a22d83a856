import { randomUUID } from 'node:crypto';
import { type StoredItem, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { SendResult, WebhookRequest } from '../sending/http-send-webhook.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
import { retryAt } from '../sending/retry-schedule.ts';
import { signatureHeaders } from '../sending/sign-payload.ts';
import type { Attempt } from './delivery.ts';
import { deliveryKey, readDelivery, readLog, readPayload, toEntry } from './dynamodb-deliveries.ts';

export type AttemptOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

const CLAIM = ['claimId', 'claimedAt', 'claimedUrl'];

/** Whether no attempt of a pending delivery is in progress: none was claimed, or its outcome is overdue. */
const isIdle = ({ status, claimId, nextAttemptAt }: StoredItem, at: Date): boolean =>
  status === 'pending' && (claimId === undefined || String(nextAttemptAt) <= at.toISOString());

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
    remove: ['lastResponseStatus'],
  };
}

/**
 * Changes a pending delivery, without effect if it has changed since it was read: it still has its claim, or still none. The
 * log only changes with the claim.
 */
function change(
  { client, TableName }: DynamoDbTable,
  { deliveryId, claimId, attempts }: StoredItem,
  set: Readonly<Record<string, unknown>>,
  remove: readonly string[],
) {
  const isClaimed = claimId !== undefined;
  return updateIf(client, {
    TableName,
    Key: deliveryKey(String(deliveryId)),
    UpdateExpression: [
      `SET ${Object.keys(set).map((name) => `#${name} = :${name}`)}`,
      ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`)}`] : []),
    ].join(' '),
    ConditionExpression: `#status = :is_pending AND ${isClaimed ? 'claimId = :is_claim' : 'attempts = :is_made AND attribute_not_exists(claimId)'}`,
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ':is_pending': 'pending',
      ...(isClaimed ? { ':is_claim': claimId } : { ':is_made': attempts }),
    },
  });
}

/** Fails a pending delivery. False while an attempt is in progress, and not yet lost. */
export async function failDelivery(
  table: DynamoDbTable,
  item: StoredItem,
  reason: string,
  at: Date,
): Promise<boolean> {
  const { claimId, claimedAt } = item;
  const isLost = () => Date.parse(String(claimedAt)) + LOST_AFTER_MS <= at.getTime();
  if (item.status !== 'pending' || (claimId !== undefined && !isLost())) return false;
  const { set, remove } = interruptedAttempt(item);
  await change(table, item, { ...set, status: 'failed', reason }, [...CLAIM, 'nextAttemptAt', ...remove]);
  return true;
}

/**
 * Claims and counts the next attempt of a delivery that has no attempt in progress.
 * @param dueIfLost when the next attempt is due if this one records no outcome.
 * @returns the delivery with its claim.
 */
export async function claimAttempt(
  table: DynamoDbTable,
  item: StoredItem,
  url: string,
  at: Date,
  dueIfLost: Date,
): Promise<StoredItem | undefined> {
  if (!isIdle(item, at)) return undefined;
  const claimId = randomUUID();
  const { set, remove } = interruptedAttempt(item);
  const claimed = {
    ...set,
    attempts: Number(item.attempts) + 1,
    nextAttemptAt: dueIfLost.toISOString(),
    ...{ claimId, claimedAt: at.toISOString(), claimedUrl: url },
  };
  const update = await change(table, item, claimed, remove);
  // Also if the write was repeated, since its response was lost.
  return update.applied || update.found?.claimId === claimId ? { ...item, ...claimed } : undefined;
}

/** Logs the claimed attempt and stores its outcome; false if the delivery has another claim. */
export async function recordAttempt(
  table: DynamoDbTable,
  item: StoredItem,
  attempt: Attempt,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const { status } = outcome;
  const { startedAt, responseStatus } = attempt;
  const set = {
    status,
    log: [...entriesOf(item), toEntry(attempt)],
    lastAttemptAt: startedAt,
    ...(responseStatus === undefined ? {} : { lastResponseStatus: responseStatus }),
    ...(status === 'pending' ? { nextAttemptAt: outcome.nextAttemptAt.toISOString() } : {}),
    ...(status === 'failed' ? { reason: outcome.reason } : {}),
  };
  // Only a pending delivery has a due time.
  const remove = [...CLAIM, 'lastResponseStatus', 'nextAttemptAt'].filter((name) => !(name in set));
  const update = await change(table, item, set, remove);
  const isLogged = ({ number, error }: Attempt) => number === attempt.number && error !== 'interrupted';
  return update.applied || readLog(update.found?.log).some(isLogged);
}

/** The receiver of a delivery: its URL, its addresses as they were admitted, and the valid secrets. */
export interface Target {
  readonly url: string;
  readonly resolved: ResolvedReceiver;
  readonly secrets: readonly string[];
}

/** A recorded attempt. */
export interface Attempted {
  readonly createdAt: string;
  readonly attempt: Attempt;
  readonly outcome: AttemptOutcome;
}

/** An attempt without an outcome by then counts as lost: claim, request and record take at most 12 seconds. */
export const LOST_AFTER_MS = 15_000;

export const GONE = 410;
export const GONE_REASON = 'The receiver answered 410 Gone.';

function outcomeOf(
  { ok, status, retryAfter }: SendResult,
  made: number,
  most: number,
  schedule: readonly number[],
  endedAt: Date,
): AttemptOutcome {
  if (ok) return { status: 'delivered' };
  if (status === GONE) return { status: 'failed', reason: GONE_REASON };
  const nextAttemptAt = made < most ? retryAt(schedule, made, endedAt, retryAfter) : undefined;
  if (nextAttemptAt !== undefined) return { status: 'pending', nextAttemptAt };
  return {
    status: 'failed',
    reason: `${made === 1 ? 'Its only attempt' : `All of its ${made} attempts`} failed.`,
  };
}

export interface AttemptParts {
  readonly table: DynamoDbTable;
  readonly send: (request: WebhookRequest, resolved: ResolvedReceiver) => Promise<SendResult>;
  readonly gate: ReceiverGate;
  /** Seconds from the end of each attempt to the start of the next. */
  readonly schedule: readonly number[];
  readonly now: () => Date;
}

/**
 * Makes the next attempt of a delivery as it was read. What the request needs is read before the claim, so that a fault of the
 * service leaves the delivery as it is. A failure of the receiver is a result.
 * @returns undefined if no attempt was made: another run has the delivery, or it has failed without one.
 */
export async function makeAttempt(
  { table, send, gate, schedule, now }: AttemptParts,
  item: StoredItem,
  { url, resolved, secrets }: Target,
): Promise<Attempted | undefined> {
  const delivery = readDelivery(item);
  const { deliveryId, orgId, eventId, createdAt, attempts: made, maxAttempts } = delivery;
  const payload = made < maxAttempts ? await readPayload(table, delivery, eventId) : undefined;
  if (payload === undefined) {
    const reason =
      made < maxAttempts
        ? 'Its payload is no longer kept.'
        : 'The last attempt was interrupted, and no attempt is left.';
    await failDelivery(table, item, reason, now());
    return undefined;
  }
  const number = made + 1;
  const body = payload.bytes;
  const at = now();
  const headers = {
    'content-type': 'application/json',
    'x-event-id': eventId,
    'x-delivery-id': deliveryId,
    'x-delivery-attempt': String(number),
    ...signatureHeaders({ id: eventId, body, secrets, at: machineTime(at) }),
  };
  const lostMs = LOST_AFTER_MS + (schedule[Math.min(made, schedule.length - 1)] ?? 0) * 1000;
  const claimed = await claimAttempt(table, item, url, at, new Date(at.getTime() + lostMs));
  if (claimed === undefined) return undefined;

  const result = await send({ url, body, headers }, resolved);
  const { ok, address, retryAfter: _, status, body: answer, bodyTruncated, ...logged } = result;
  // Without it, the next delivery to the address counts as one to an unproven receiver.
  if (ok) await gate.acknowledge(url, address).catch(() => {});
  const attempt: Attempt = {
    ...{ number, url, startedAt: at.toISOString(), ...logged },
    ...(status === undefined ? {} : { responseStatus: status }),
    ...(answer.length === 0 ? {} : { responseBody: answer }),
    ...(bodyTruncated ? { responseTruncated: true } : {}),
  };
  const outcome = outcomeOf(result, number, maxAttempts, schedule, now());
  if (await recordAttempt(table, claimed, attempt, outcome)) return { createdAt, attempt, outcome };
  log(LOG.attemptClaimLost, { orgId, deliveryId, number });
  return undefined;
}
