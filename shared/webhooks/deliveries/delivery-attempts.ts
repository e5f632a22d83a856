import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { SendResult } from '../sending/http-send-webhook.ts';
import { retryAt } from '../sending/retry-schedule.ts';
import { signatureHeaders } from '../sending/sign-payload.ts';
import type { AttemptParts } from './compose-deliveries.ts';
import { type Attempt, type Delivery, type StoredDelivery, storedSchema } from './delivery.ts';
import { deliveryKey, logWith, readLog, readPayload } from './dynamodb-deliveries.ts';

/** What an attempt changes: its delivery ends, or is due again. */
export type AttemptOutcome = Pick<Delivery, 'status' | 'reason' | 'nextAttemptAt'>;

type Change = { readonly [Name in keyof StoredDelivery]?: StoredDelivery[Name] | undefined };

/** An attempt without an outcome by then counts as lost: claim, request and record take at most 12 seconds. */
export const LOST_AFTER_MS = 15_000;

/** What the next change of a delivery adds if its claimed attempt has no outcome. */
function interruption(stored: StoredDelivery): Change {
  const { claim, attempts: number } = stored;
  if (claim === undefined) return {};
  const error = 'interrupted';
  const detail = 'The sender was interrupted; the receiver may have got the request.';
  return {
    log: logWith(stored, { number, startedAt: claim.at, url: claim.url, error, detail }),
    ...{ lastAttemptAt: claim.at, lastResponseStatus: undefined },
  };
}

/** Changes a pending delivery, without effect if it has another claim than when it was read. Undefined removes an attribute. */
function change({ client, TableName }: DynamoDbTable, stored: StoredDelivery, changed: Change) {
  const { deliveryId, claim, attempts } = stored;
  const values = Object.entries(changed).filter(([, value]) => value !== undefined);
  const removed = Object.keys(changed).filter((name) => changed[name as keyof Change] === undefined);
  return updateIf(client, {
    TableName,
    Key: deliveryKey(deliveryId),
    UpdateExpression: [
      `SET ${values.map(([name]) => `#${name} = :${name}`)}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`)}`] : []),
    ].join(' '),
    ConditionExpression: `#status = :pending AND ${claim ? '#claim.id = :read' : 'attempts = :read AND attribute_not_exists(#claim)'}`,
    ExpressionAttributeValues: {
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
      ...{ ':pending': 'pending', ':read': claim?.id ?? attempts },
    },
  });
}

/** Fails a pending delivery. False while an attempt is in progress, and not yet lost. */
export async function failDelivery(
  table: DynamoDbTable,
  stored: StoredDelivery,
  reason: string,
  at: Date,
): Promise<boolean> {
  const { status, claim } = stored;
  if (status !== 'pending' || (claim && Date.parse(claim.at) + LOST_AFTER_MS > at.getTime())) return false;
  const ended = { status: 'failed', reason, claim: undefined, nextAttemptAt: undefined } as const;
  await change(table, stored, { ...interruption(stored), ...ended });
  return true;
}

/**
 * Claims and counts the next attempt of a pending delivery.
 * @param dueIfLost when the next attempt is due if this one records no outcome.
 * @returns the delivery with its claim; undefined while another attempt is in progress.
 */
export async function claimAttempt(
  table: DynamoDbTable,
  stored: StoredDelivery,
  url: string,
  at: Date,
  dueIfLost: Date,
): Promise<StoredDelivery | undefined> {
  const { status, claim: earlier, nextAttemptAt = '', attempts } = stored;
  if (status !== 'pending' || (earlier && nextAttemptAt > at.toISOString())) return undefined;
  const claim = { id: randomUUID(), at: at.toISOString(), url };
  const begun = { claim, attempts: attempts + 1, nextAttemptAt: dueIfLost.toISOString() };
  const changed = { ...interruption(stored), ...begun };
  const update = await change(table, stored, changed);
  // Also if the write was repeated, since its response was lost.
  const isOwn = update.applied || Object(update.found?.claim).id === claim.id;
  return isOwn ? ({ ...stored, ...changed } as StoredDelivery) : undefined;
}

/** Logs the claimed attempt and stores its outcome; false if the delivery has another claim. */
export async function recordAttempt(
  table: DynamoDbTable,
  stored: StoredDelivery,
  attempt: Attempt,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const update = await change(table, stored, {
    ...{ claim: undefined, nextAttemptAt: undefined, ...outcome },
    log: logWith(stored, attempt),
    lastAttemptAt: attempt.startedAt,
    lastResponseStatus: attempt.responseStatus,
  });
  const isLogged = ({ number, error }: Attempt) => number === attempt.number && error !== 'interrupted';
  return update.applied || readLog(update.found?.log).some(isLogged);
}

/** The receiver of a delivery: its URL, its addresses as they were admitted, and the valid secrets. */
export interface Target {
  readonly url: string;
  readonly resolved: ResolvedReceiver;
  /** What finding the addresses took; the attempt took this too. */
  readonly lookUpMs: number;
  readonly secrets: readonly string[];
}

export interface Attempted extends Pick<Delivery, 'createdAt' | 'test'> {
  readonly attempt: Attempt;
  readonly outcome: AttemptOutcome;
}

export const GONE = 410;
export const GONE_REASON = 'The receiver answered 410 Gone.';

function outcomeOf(
  { ok, status }: SendResult,
  { attempts: made, maxAttempts }: StoredDelivery,
  due: Date | undefined,
): AttemptOutcome {
  if (ok) return { status: 'delivered' };
  if (status === GONE) return { status: 'failed', reason: GONE_REASON };
  if (due && made < maxAttempts) return { status: 'pending', nextAttemptAt: due.toISOString() };
  return {
    status: 'failed',
    reason: `${made === 1 ? 'Its only attempt' : `All of its ${made} attempts`} failed.`,
  };
}

/**
 * Makes the next attempt of a delivery as it was read. What the request needs is read before the claim, so that a fault of the
 * service leaves the delivery as it is. A failure of the receiver is a result.
 * @returns undefined if no attempt was made: another run has the delivery, or it has failed without one.
 */
export async function makeAttempt(
  { table, send, gate, schedule, now }: AttemptParts,
  record: StoredDelivery,
  { url, resolved, lookUpMs, secrets }: Target,
): Promise<Attempted | undefined> {
  // An invalid record is a fault: nothing is sent for it, and the others of its batch go on.
  const stored = v.parse(storedSchema, record);
  const { deliveryId, orgId, eventId, createdAt, test, attempts: made, maxAttempts } = stored;
  const fail = async (reason: string) => void (await failDelivery(table, stored, reason, now()));
  if (made >= maxAttempts) return fail('The last attempt was interrupted, and no attempt is left.');
  const payload = await readPayload(table, stored, eventId);
  if (payload === undefined) return fail('Its payload is no longer kept.');
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
  // After the last attempt, nothing is sent any more.
  const pause = number < maxAttempts ? schedule[Math.min(made, schedule.length - 1)] : undefined;
  const lostMs = LOST_AFTER_MS + (pause ?? 0) * 1000;
  const claimed = await claimAttempt(table, stored, url, at, new Date(at.getTime() + lostMs));
  if (claimed === undefined) return undefined;

  const result = await send({ url, body, headers }, resolved);
  const { ok, address, retryAfter, status, body: answer, bodyTruncated, ...logged } = result;
  // Without it, the next delivery to the address counts as one to an unproven receiver.
  if (ok) await gate.acknowledge(url, address).catch(() => {});
  const attempt: Attempt = {
    ...{ number, url, startedAt: at.toISOString(), ...logged, durationMs: logged.durationMs + lookUpMs },
    ...(status && { responseStatus: status }),
    ...(answer.length > 0 && { responseBody: Buffer.from(answer).toString() }),
    ...(bodyTruncated && { responseTruncated: true as const }),
  };
  const outcome = outcomeOf(result, claimed, retryAt(schedule, number, now(), retryAfter));
  if (await recordAttempt(table, claimed, attempt, outcome)) return { createdAt, test, attempt, outcome };
  log(LOG.attemptClaimLost, { orgId, deliveryId, number });
  return undefined;
}
