import type { MessageQueue, OutgoingMessage } from './sqs-message-queue.ts';

/** Attribute with the reason why a message was rejected. A message whose processing failed does not have it. */
export const REASON_ATTRIBUTE = 'reason';

/** A message that was received from a dead-letter queue and is hidden there for its visibility timeout. */
export interface DeadLetter {
  /** SQS message ID, the same for each receive. */
  readonly id: string;
  readonly message: OutgoingMessage;
  /** When it was first sent to a queue; ms since 1970. */
  readonly sentAt: number;
  /** Receipt handle. */
  readonly receipt: string;
}

/** Port: a dead-letter queue. */
export interface DeadLetterQueue {
  /** Receives some visible messages; empty if there are none. */
  receive(): Promise<readonly DeadLetter[]>;
  remove(letters: readonly DeadLetter[]): Promise<void>;
  /** Makes messages visible again. */
  release(letters: readonly DeadLetter[]): Promise<void>;
}

export interface Redrive {
  readonly deadLetters: DeadLetterQueue;
  /** The queue to which messages are moved. */
  readonly queue: MessageQueue;
  /** Counts messages without moving them. */
  readonly dryRun: boolean;
  /** Also moves messages with a reason. */
  readonly includeRejected: boolean;
  readonly now: () => Date;
}

/** A redrive ends after this number of batches in a row without a message to move: older messages can come after new ones. */
export const MAX_IDLE_BATCHES = 5;

export interface Redriven {
  /** Messages that were moved, or would be moved in a dry run. */
  readonly moved: number;
  /** Rejected messages that were not moved: count by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Messages that the queue rejected; they stay in the dead-letter queue. */
  readonly failed: number;
}

/**
 * Receives batches of messages that were in a dead-letter queue at a time (ms since 1970), each message once.
 * @param kept gets the other received messages, so that the caller releases them.
 */
export async function* receiveSentBefore(
  deadLetters: DeadLetterQueue,
  began: number,
  kept: DeadLetter[],
): AsyncGenerator<readonly DeadLetter[]> {
  const seen = new Set<string>();
  for (let idleBatches = 0; idleBatches < MAX_IDLE_BATCHES; ) {
    const letters = await deadLetters.receive();
    if (letters.length === 0) return;
    const fresh = letters.filter(({ id, sentAt }) => sentAt <= began && !seen.has(id));
    kept.push(...letters.filter((letter) => !fresh.includes(letter)));
    for (const { id } of fresh) seen.add(id);
    idleBatches = fresh.length === 0 ? idleBatches + 1 : 0;
    if (fresh.length > 0) yield fresh;
  }
}

/**
 * Moves messages from a dead-letter queue back to their queue. A message is removed only after the queue accepted it, so
 * a crash may duplicate messages but loses none. Messages that arrive during the redrive, or are received again, stay in
 * the dead-letter queue, so that the redrive ends.
 */
export async function redrive({ deadLetters, queue, ...how }: Redrive): Promise<Redriven> {
  const began = how.now().getTime();
  const left: DeadLetter[] = [];
  const rejected: Record<string, number> = {};
  let [moved, failed] = [0, 0];
  try {
    for await (const fresh of receiveSentBefore(deadLetters, began, left)) {
      const movable: DeadLetter[] = [];
      for (const letter of fresh) {
        const reason = letter.message.attributes?.[REASON_ATTRIBUTE];
        if (reason === undefined || how.includeRejected) movable.push(letter);
        else {
          rejected[reason] = (rejected[reason] ?? 0) + 1;
          left.push(letter);
        }
      }
      if (how.dryRun) {
        moved += movable.length;
        left.push(...movable);
        continue;
      }
      const unsent = await queue.send(movable.map(({ message }) => withoutReason(message)));
      const accepted = movable.filter((_, position) => !unsent.includes(position));
      await deadLetters.remove(accepted);
      moved += accepted.length;
      failed += unsent.length;
      left.push(...movable.filter((_, position) => unsent.includes(position)));
    }
  } finally {
    await deadLetters.release(left);
  }
  return { moved, rejected, failed };
}

function withoutReason({ attributes = {}, ...message }: OutgoingMessage): OutgoingMessage {
  const { [REASON_ATTRIBUTE]: _reason, ...others } = attributes;
  return { ...message, attributes: others };
}
