/** What a count leaves in the usage item: the attribute of a sender and the number of its call. */
export interface Mark {
  readonly name: string;
  readonly sequence: number;
}

interface Sender {
  readonly name: string;
  readonly born: number;
}

/** Attributes of marks begin with this; nothing else in a usage item does. */
const PREFIX = 'mark#';

/** A sender takes no new call after this. */
const RETIRED_AFTER_MS = 30_000;

/** A mark this old is its retired sender's last, of a call that ended long ago: functions live 15 seconds a call. */
const STALE_AFTER_MS = 2 * RETIRED_AFTER_MS;

/** Stale marks dropped by one count: keeps the update's expression small. */
const DROPPED_AT_ONCE = 20;

const SEQUENCES_PER_MS = 1_000;

/**
 * Marks tell a repeated update from a new one: each call in flight has a sender's name to itself and a number that
 * only rises, and the update is conditional on the number in the item being lower. An item so holds a small mark for
 * each sender of the last minute, however many calls there are. `owner` must be unique among running processes.
 */
export function createCallMarks(owner: string, now: () => number = Date.now) {
  const idle: Sender[] = [];
  let senders = 0;
  let last = 0;

  const take = (): Sender => {
    for (let sender = idle.pop(); sender; sender = idle.pop()) {
      if (now() - sender.born < RETIRED_AFTER_MS) return sender;
    }
    return { name: `${PREFIX}${owner}-${senders++}`, born: now() };
  };

  return {
    /** Runs `send` with a mark that no other call in flight has. */
    async whileMarked<Result>(send: (mark: Mark) => Promise<Result>): Promise<Result> {
      const sender = take();
      last = Math.max(last + 1, now() * SEQUENCES_PER_MS);
      try {
        return await send({ name: sender.name, sequence: last });
      } finally {
        idle.push(sender);
      }
    },

    /** Names of marks in a usage item that nobody will look for any more. */
    staleIn(item: Readonly<Record<string, unknown>>): readonly string[] {
      const oldest = (now() - STALE_AFTER_MS) * SEQUENCES_PER_MS;
      return Object.entries(item)
        .filter(([name, sequence]) => name.startsWith(PREFIX) && Number(sequence) < oldest)
        .map(([name]) => name)
        .slice(0, DROPPED_AT_ONCE);
    },
  };
}
