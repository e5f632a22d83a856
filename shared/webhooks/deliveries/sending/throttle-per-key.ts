import { createLruCache } from '../../../platform/caching/lru-cache.ts';

/** Names that are remembered at most; the longest unused one makes room. */
const MOST_REMEMBERED = 10_000;

/** Says for each name whether this is the first time in a while, of this process. */
export function throttlePerKey(whileMs: number, now: () => Date): (name: string) => boolean {
  const lastAt = createLruCache<string, number>(MOST_REMEMBERED);
  return (name) => {
    const at = now().getTime();
    if (at - (lastAt.get(name) ?? Number.NEGATIVE_INFINITY) < whileMs) return false;
    lastAt.set(name, at);
    return true;
  };
}
