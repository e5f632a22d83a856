import { createLruCache } from '../../platform/caching/lru-cache.ts';

interface Remembered<Answer> {
  readonly answer: Promise<Answer>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

export interface LookupCacheOptions {
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
export function cacheLookups<Answer>(
  lookUp: (key: string) => Promise<Answer>,
  { maxAgeMs, maxEntries, now }: LookupCacheOptions,
): (key: string) => Promise<Answer> {
  // Its own `ttl` holds an answer a millisecond longer than `maxAgeMs`, so the age is compared here.
  const remembered = createLruCache<string, Remembered<Answer>>(maxEntries);

  const ask = (key: string): Remembered<Answer> => {
    const entry = { askedAt: now(), answer: lookUp(key) };
    remembered.set(key, entry);
    entry.answer.catch(() => {
      if (remembered.peek(key) === entry) remembered.delete(key);
    });
    return entry;
  };

  return (key) => {
    const known = remembered.get(key);
    const fresh = known !== undefined && now() - known.askedAt < maxAgeMs;
    return (fresh ? known : ask(key)).answer;
  };
}
