/** Identifies one count in a usage item: the attribute `name` holds `sequence` after the count. */
export interface DeduplicationToken {
  readonly name: string;
  readonly sequence: number;
}

/** An attribute name that one call in flight at a time uses. */
interface Slot {
  readonly name: string;
  readonly createdAt: number;
}

/** Prefix of token attributes; no other attribute of a usage item begins with it. */
const PREFIX = 'mark#';

/** A slot accepts no new call after this age. */
const SLOT_MAX_AGE_MS = 30_000;

/** A token of this age belongs to a retired slot whose last call has ended: a function call lasts at most 15 seconds. */
const STALE_AFTER_MS = 2 * SLOT_MAX_AGE_MS;

/** Stale tokens that one count removes. The limit keeps the update expression small. */
const MAX_REMOVED = 20;

const SEQUENCES_PER_MS = 1_000;

/**
 * Tokens that distinguish a retried update from a new one. Each call in flight has a slot of its own and a number that
 * only increases; the update requires that the number in the item is lower. An item holds one small attribute for each
 * slot of the last minute, however many calls there are. `owner` must be unique among running processes.
 */
export function createDeduplicationTokens(owner: string, now: () => number = Date.now) {
  const idle: Slot[] = [];
  let slots = 0;
  let last = 0;

  const takeSlot = (): Slot => {
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      if (now() - slot.createdAt < SLOT_MAX_AGE_MS) return slot;
    }
    return { name: `${PREFIX}${owner}-${slots++}`, createdAt: now() };
  };

  return {
    /** Runs `send` with a token that no other call in flight has. */
    async withToken<Result>(send: (token: DeduplicationToken) => Promise<Result>): Promise<Result> {
      const slot = takeSlot();
      last = Math.max(last + 1, now() * SEQUENCES_PER_MS);
      try {
        return await send({ name: slot.name, sequence: last });
      } finally {
        idle.push(slot);
      }
    },

    /** Attribute names of tokens in a usage item that no retry can refer to any more. */
    staleTokensIn(item: Readonly<Record<string, unknown>>): readonly string[] {
      const oldest = (now() - STALE_AFTER_MS) * SEQUENCES_PER_MS;
      return Object.entries(item)
        .filter(([name, sequence]) => name.startsWith(PREFIX) && Number(sequence) < oldest)
        .map(([name]) => name)
        .slice(0, MAX_REMOVED);
    },
  };
}
