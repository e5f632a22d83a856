/** SQS delays a message by this at most. */
const LONGEST_HINT_SECONDS = 900;

/** A hint that was not heard of by then is taken for lost. */
const HINT_LOST_AFTER_MS = 60_000;

/** The sweep runs each minute, and gives what it finds the rest of the way as a delay. */
const LOOK_AHEAD_MS = 60_000;

/** Whole seconds that a hint is delayed by to come when a delivery is due; undefined where that is too far for a queue. */
export function hintDelay(dueAt: Date, now: Date): number | undefined {
  const seconds = Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / 1000));
  return seconds <= LONGEST_HINT_SECONDS ? seconds : undefined;
}

/** The hints of an organization that many deliveries wait for may take this long to come out of a queue. */
const LONG_QUEUE_MS = 15 * 60_000;

/**
 * Whether the first hint of a delivery may still be in a long queue: then a second one would cost writes, and lengthen it.
 * One that was claimed and cut off is looked at when it is due, since no hint of it was sent.
 */
export function mayBeInQueue(
  { dueAt, lookAt, looks }: { readonly dueAt: string; readonly lookAt: string; readonly looks: number },
  now: Date,
): boolean {
  return looks === 0 && lookAt > dueAt && now.getTime() - Date.parse(dueAt) < LONG_QUEUE_MS;
}

/** When the sweep looks at a delivery: after its hint should have done, or before it is due where none was sent. */
export function lookAtOf(dueAt: Date, hinted: boolean): Date {
  return new Date(dueAt.getTime() + (hinted ? HINT_LOST_AFTER_MS : -LOOK_AHEAD_MS));
}

/** Minutes to the next look at a delivery that the sweep has sent hints for: a long queue must not grow by them. */
const LOOKS_APART_MINUTES = [2, 5, 15, 60];

/** When the sweep looks again at a delivery that it looked at `looks` times before. */
export function nextLook(dueAt: Date, now: Date, looks: number): Date {
  const minutes = LOOKS_APART_MINUTES[Math.min(looks, LOOKS_APART_MINUTES.length - 1)] ?? 60;
  return new Date(Math.max(dueAt.getTime(), now.getTime()) + minutes * 60_000);
}
