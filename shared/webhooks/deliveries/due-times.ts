/** The longest delay of an SQS message. */
const MAX_MESSAGE_DELAY_SECONDS = 900;

/** A message without an effect by then counts as lost. */
const MESSAGE_LOST_AFTER_MS = 20_000;

/** The sweep runs each minute, and delays the messages of deliveries that are due within the next one. */
const SWEEP_INTERVAL_MS = 60_000;

/**
 * When the sweep next checks a delivery that has an attempt in progress, or an interrupted one, and is therefore not due
 * within a minute. Undefined for other deliveries.
 */
export function checkOfClaimed(dueAt: Date, now: Date): Date | undefined {
  const checkAt = firstCheckAt(dueAt, false);
  return checkAt > now ? checkAt : undefined;
}

/** Delay in whole seconds of a message that is to arrive at the due time; undefined if SQS cannot delay it that long. */
export function messageDelay(dueAt: Date, now: Date): number | undefined {
  const seconds = Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / 1000));
  return seconds <= MAX_MESSAGE_DELAY_SECONDS ? seconds : undefined;
}

/** Messages of an organization with many due deliveries can stay in a queue this long. */
const LONG_QUEUE_MS = 15 * 60_000;

/**
 * Whether the first message of a delivery may still be in a long queue. A second one would cost writes and lengthen it.
 * An interrupted attempt has `nextCheckAt` at `dueAt` or earlier: no message was sent for it.
 */
export function mayBeInQueue(
  {
    dueAt,
    nextCheckAt,
    checks,
  }: { readonly dueAt: string; readonly nextCheckAt: string; readonly checks: number },
  now: Date,
): boolean {
  return checks === 0 && nextCheckAt > dueAt && now.getTime() - Date.parse(dueAt) < LONG_QUEUE_MS;
}

/** When the sweep first checks a delivery: after its message should have had an effect, or before it is due if none was sent. */
export function firstCheckAt(dueAt: Date, enqueued: boolean): Date {
  return new Date(dueAt.getTime() + (enqueued ? MESSAGE_LOST_AFTER_MS : -SWEEP_INTERVAL_MS));
}

/** Minutes between the checks of a delivery; they grow so that repeated messages do not lengthen a long queue. */
const CHECK_INTERVAL_MINUTES = [2, 5, 15, 60];

/** When the sweep next checks a delivery that it has checked `checks` times before. */
export function checkAgainAt(dueAt: Date, now: Date, checks: number): Date {
  const minutes = CHECK_INTERVAL_MINUTES[Math.min(checks, CHECK_INTERVAL_MINUTES.length - 1)] ?? 60;
  return new Date(Math.max(dueAt.getTime(), now.getTime()) + minutes * 60_000);
}
