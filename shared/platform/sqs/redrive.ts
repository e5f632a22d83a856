import type { MessageQueue, OutgoingMessage } from './message-queue.ts';

/** The attribute that says why a message will never be worked off; there is none on one whose worker just failed. */
export const REASON_ATTRIBUTE = 'reason';

/** A message that was handed out of a queue of dead letters and is hidden there meanwhile. */
export interface DeadLetter {
  /** The queue's own, the same each time it is handed out. */
  readonly id: string;
  readonly message: OutgoingMessage;
  /** When it was first sent to a queue; ms since 1970. */
  readonly sentAt: number;
  /** What it is removed or released by. */
  readonly receipt: string;
}

/** Port: a queue of dead letters. */
export interface DeadLetterQueue {
  /** Some of those that nobody holds; none where none is left. */
  receive(): Promise<readonly DeadLetter[]>;
  remove(letters: readonly DeadLetter[]): Promise<void>;
  /** Lets others see them again at once. */
  release(letters: readonly DeadLetter[]): Promise<void>;
}

export interface Redrive {
  readonly deadLetters: DeadLetterQueue;
  /** Where they go back to. */
  readonly queue: MessageQueue;
  /** Looks and moves nothing. */
  readonly dryRun: boolean;
  /** Moves those that have a reason, too. */
  readonly includeRejected: boolean;
  readonly now: () => Date;
}

export interface Redriven {
  /** Moved, or that would be. */
  readonly moved: number;
  /** Left because the message itself is bad: how many, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Not taken by the queue: still where they were. */
  readonly failed: number;
}

/**
 * Moves dead letters back to their queue, each removed only when it was taken there: a crash in between leaves it in
 * both, and loses none. What comes to the dead letters meanwhile, or is seen again, stays: so it ends.
 */
export async function redrive({ deadLetters, queue, ...how }: Redrive): Promise<Redriven> {
  const began = how.now().getTime();
  const left: DeadLetter[] = [];
  const seen = new Set<string>();
  const refused: Record<string, number> = {};
  let [moved, failed] = [0, 0];
  try {
    for (;;) {
      const letters = await deadLetters.receive();
      const fresh = letters.filter(({ id, sentAt }) => sentAt <= began && !seen.has(id));
      left.push(...letters.filter((letter) => !fresh.includes(letter)));
      if (fresh.length === 0) break;
      for (const { id } of fresh) seen.add(id);

      const good: DeadLetter[] = [];
      for (const letter of fresh) {
        const reason = letter.message.attributes?.[REASON_ATTRIBUTE];
        if (reason === undefined || how.includeRejected) good.push(letter);
        else {
          refused[reason] = (refused[reason] ?? 0) + 1;
          left.push(letter);
        }
      }
      if (how.dryRun) {
        moved += good.length;
        left.push(...good);
        continue;
      }
      const notTaken = await queue.send(good.map(({ message }) => withoutReason(message)));
      const taken = good.filter((_, position) => !notTaken.includes(position));
      await deadLetters.remove(taken);
      moved += taken.length;
      failed += notTaken.length;
      left.push(...good.filter((_, position) => notTaken.includes(position)));
    }
  } finally {
    await deadLetters.release(left);
  }
  return { moved, refused, failed };
}

function withoutReason({ attributes = {}, ...message }: OutgoingMessage): OutgoingMessage {
  const { [REASON_ATTRIBUTE]: _reason, ...others } = attributes;
  return { ...message, attributes: others };
}
