interface Remembered<Answer> {
  readonly answer: Promise<Answer>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

export interface LookupMemory {
  readonly maxAgeMs: number;
  /** Answers kept at once; the longest unused one makes room. */
  readonly maxEntries: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Remembers the answers of `lookUp` by their key, "nothing there" included. Callers who ask the same at once share
 * one look-up; a failed one is not remembered. Age counts from the question: what was true then is what is known.
 */
export function rememberLookups<Answer>(
  lookUp: (key: string) => Promise<Answer>,
  { maxAgeMs, maxEntries, now }: LookupMemory,
): (key: string) => Promise<Answer> {
  // A Map iterates in order of insertion, so re-inserting on each use keeps the longest unused entry first.
  const remembered = new Map<string, Remembered<Answer>>();

  const ask = (key: string): Remembered<Answer> => {
    const entry = { askedAt: now(), answer: lookUp(key) };
    entry.answer.catch(() => {
      if (remembered.get(key) === entry) remembered.delete(key);
    });
    return entry;
  };

  return (key) => {
    const known = remembered.get(key);
    const fresh = known !== undefined && now() - known.askedAt < maxAgeMs;
    const entry = fresh ? known : ask(key);
    remembered.delete(key);
    remembered.set(key, entry);
    const [longestUnused] = remembered.keys();
    if (remembered.size > maxEntries && longestUnused !== undefined) remembered.delete(longestUnused);
    return entry.answer;
  };
}
