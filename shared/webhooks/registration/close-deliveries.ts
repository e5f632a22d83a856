import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../platform/account/account.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../platform/sqs/message-queue.ts';
import { closeMessage } from '../deliveries/delivery-messages.ts';

/** Timeout of the queue: the webhook is already deleted or disabled, so the response must not wait longer. */
const SEND_MS = 3_000;

class QueueTooSlowError extends Error {
  override readonly name = 'QueueTooSlowError';
}

export type CloseReason = 'The webhook was deleted.' | 'The webhook was disabled by its owner.';

/**
 * Requests that the pending deliveries of a deleted or disabled webhook end. Never fails: without the message, each
 * delivery ends when it is due.
 */
export async function closeDeliveries(
  retries: MessageQueue,
  account: Account,
  webhookId: string,
  reason: CloseReason,
): Promise<void> {
  const { orgId } = account;
  try {
    const rejected = await within(SEND_MS, retries.send([closeMessage(account, webhookId, reason)]));
    if (rejected.length > 0) log(LOG.webhookDeliveriesNotFailed, { orgId, webhookId });
  } catch (error) {
    log(LOG.webhookDeliveriesNotFailed, { orgId, webhookId, ...describeError(error) });
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw new QueueTooSlowError(`no response within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
