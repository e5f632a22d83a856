import {
  type DeadLetter,
  type DeadLetterQueue,
  receiveSentBefore,
} from '../../../shared/platform/sqs/redrive.ts';
import { type FailedEvent, readFailedEvent } from './failed-event-message.ts';

type Records = Extract<FailedEvent, { kind: 'records' }>;

/** Port: invokes functions and reads stream records again. */
export interface FailedEventReplay {
  /** Invokes a function and waits. @returns its result, or why it failed. */
  call(
    functionArn: string,
    event: unknown,
  ): Promise<{ readonly returned: unknown } | { readonly failure: string }>;
  /** The stream records that a message names: undefined after 24 hours, empty if any of them is not found. */
  recordsOf(batch: Records): Promise<readonly unknown[] | undefined>;
}

export interface RedrivenFailedEvents {
  /** Number of messages that succeeded and were deleted. */
  readonly done: number;
  /** Number of messages that stay in the queue, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

const NOT_FOUND = 'records not found in the stream';
const TRIMMED = 'older than the 24 hours of stream retention';

/**
 * Redrives failed events. A message is deleted only after its redrive succeeded; an interrupted command can run an event
 * twice, which the functions allow. A scheduled function runs once, no matter how many of its runs failed.
 */
export async function redriveFailedEvents(
  deadLetters: DeadLetterQueue,
  replay: FailedEventReplay,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: () => Date },
): Promise<RedrivenFailedEvents> {
  const began = now().getTime();
  const invoked = new Map<string, string | undefined>();
  const kept: DeadLetter[] = [];
  const left: Record<string, number> = {};
  let done = 0;
  try {
    for await (const fresh of receiveSentBefore(deadLetters, began, kept)) {
      for (const letter of fresh) {
        const reason = await redriveOne(readFailedEvent(letter), replay, invoked, dryRun);
        if (reason === undefined && !dryRun) await deadLetters.remove([letter]);
        else kept.push(letter);
        if (reason === undefined) done += 1;
        else left[reason] = (left[reason] ?? 0) + 1;
      }
    }
    return { done, left };
  } finally {
    await deadLetters.release(kept);
  }
}

/** @returns why the event was not redriven; undefined if it was (or, in a dry run, would be). */
async function redriveOne(
  failedEvent: FailedEvent,
  replay: FailedEventReplay,
  invoked: Map<string, string | undefined>,
  dryRun: boolean,
): Promise<string | undefined> {
  if (failedEvent.kind === 'unknown') return 'unknown message format';
  const { functionArn } = failedEvent;
  if (failedEvent.kind === 'run') {
    if (dryRun || invoked.has(functionArn)) return invoked.get(functionArn);
    const ended = await replay.call(functionArn, failedEvent.payload);
    const reason = 'failure' in ended ? failed(functionArn, ended.failure) : undefined;
    invoked.set(functionArn, reason);
    return reason;
  }
  const records = await replay.recordsOf(failedEvent);
  if (records === undefined) return TRIMMED;
  if (records.length === 0) return NOT_FOUND;
  if (dryRun) return undefined;
  const ended = await replay.call(functionArn, { Records: records });
  if ('failure' in ended) return failed(functionArn, ended.failure);
  const { batchItemFailures = [] } = Object(ended.returned) as { batchItemFailures?: readonly unknown[] };
  return batchItemFailures.length === 0 ? undefined : failed(functionArn, 'some records failed');
}

const failed = (functionArn: string, why: string): string =>
  `${functionArn.split(':function:').at(-1)} fails: ${why}`;
