/** Organizations that are remembered at most; then all are forgotten. */
const MOST_REMEMBERED = 10_000;

/** Says for each name whether this is the first time in a while, of this process. */
export function createOnceInAWhile(whileMs: number, now: () => Date): (name: string) => boolean {
  const lastAt = new Map<string, number>();
  return (name) => {
    const at = now().getTime();
    if (at - (lastAt.get(name) ?? Number.NEGATIVE_INFINITY) < whileMs) return false;
    if (lastAt.size >= MOST_REMEMBERED) lastAt.clear();
    lastAt.set(name, at);
    return true;
  };
}
