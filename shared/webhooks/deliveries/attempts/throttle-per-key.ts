import { createLruCache } from '../../../platform/caching/lru-cache.ts';

/** Returns true at most once every `intervalMs` for each key, in this process. */
export function throttlePerKey(intervalMs: number, now: () => Date): (key: string) => boolean {
  const lastAt = createLruCache<string, number>();
  return (key) => {
    const at = now().getTime();
    if (at - (lastAt.get(key) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
    lastAt.set(key, at);
    return true;
  };
}
