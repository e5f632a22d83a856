import type { DeadLetter, DeadLetterQueue } from '../../../shared/platform/sqs/redrive.ts';
import { type GivenUp, readGivenUp } from './failed-event-message.ts';

type Records = Extract<GivenUp, { kind: 'records' }>;

/** Port: what given-up work is done again by. */
export interface GivenUpWork {
  /** Calls a function and waits; what it returned, or why it failed. */
  call(
    functionArn: string,
    event: unknown,
  ): Promise<{ readonly returned: unknown } | { readonly failure: string }>;
  /** The records that a message names, as the stream has them; undefined where it has them no more (24 hours), none where not all are found. */
  recordsOf(batch: Records): Promise<readonly unknown[] | undefined>;
}

export interface RedrivenWork {
  /** Messages whose work is done and that are gone. */
  readonly done: number;
  /** Messages that are still there: how many, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

const NOT_FOUND = 'not found in its stream';
const TRIMMED = 'older than the 24 hours that a stream keeps';

/**
 * Does what was given up again, each message removed only when that was done: cut off, it is done twice at most, which
 * the functions allow. A scheduled function runs once, however many of its runs were given up.
 */
export async function redriveGivenUp(
  deadLetters: DeadLetterQueue,
  work: GivenUpWork,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: () => Date },
): Promise<RedrivenWork> {
  const began = now().getTime();
  const seen = new Set<string>();
  const ran = new Map<string, string | undefined>();
  const kept: DeadLetter[] = [];
  const left: Record<string, number> = {};
  let done = 0;
  try {
    for (;;) {
      const letters = await deadLetters.receive();
      const fresh = letters.filter(({ id, sentAt }) => sentAt <= began && !seen.has(id));
      kept.push(...letters.filter((letter) => !fresh.includes(letter)));
      if (fresh.length === 0) return { done, left };
      for (const letter of fresh) {
        seen.add(letter.id);
        const reason = await redo(readGivenUp(letter), work, ran, dryRun);
        if (reason === undefined && !dryRun) await deadLetters.remove([letter]);
        else kept.push(letter);
        if (reason === undefined) done += 1;
        else left[reason] = (left[reason] ?? 0) + 1;
      }
    }
  } finally {
    await deadLetters.release(kept);
  }
}

/** @returns why it was not done; undefined where it was, or would be. */
async function redo(
  givenUp: GivenUp,
  work: GivenUpWork,
  ran: Map<string, string | undefined>,
  dryRun: boolean,
): Promise<string | undefined> {
  if (givenUp.kind === 'unknown') return 'not understood';
  const { functionArn } = givenUp;
  if (givenUp.kind === 'run') {
    if (dryRun || ran.has(functionArn)) return ran.get(functionArn);
    const ended = await work.call(functionArn, givenUp.payload);
    const reason = 'failure' in ended ? failed(functionArn, ended.failure) : undefined;
    ran.set(functionArn, reason);
    return reason;
  }
  const records = await work.recordsOf(givenUp);
  if (records === undefined) return TRIMMED;
  if (records.length === 0) return NOT_FOUND;
  if (dryRun) return undefined;
  const ended = await work.call(functionArn, { Records: records });
  if ('failure' in ended) return failed(functionArn, ended.failure);
  const { batchItemFailures = [] } = Object(ended.returned) as { batchItemFailures?: readonly unknown[] };
  return batchItemFailures.length === 0 ? undefined : failed(functionArn, 'not all records were taken');
}

const failed = (functionArn: string, why: string): string =>
  `${functionArn.split(':function:').at(-1)} fails: ${why}`;
