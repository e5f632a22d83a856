import { createHash } from 'node:crypto';

type Step = { readonly text: string } | { readonly value: unknown };

/**
 * SHA-256 (hex) of a parsed JSON value, whatever the order of its members and the spaces between them. Without
 * recursion: a body of brackets alone is deeper than the call stack.
 */
export function bodyHash(body: unknown): string {
  const hash = createHash('sha256');
  const steps: Step[] = [{ value: body }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('text' in step) hash.update(step.text);
    else if (Array.isArray(step.value)) {
      const values = step.value.flatMap((value): Step[] => [{ value }, { text: ',' }]);
      pushAll(steps, [{ text: '[' }, ...values, { text: ']' }]);
    } else if (typeof step.value === 'object' && step.value !== null) {
      const members = Object.entries(step.value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, value]): Step[] => [{ text: `${JSON.stringify(name)}:` }, { value }, { text: ',' }]);
      pushAll(steps, [{ text: '{' }, ...members, { text: '}' }]);
    } else hash.update(JSON.stringify(step.value));
  }
  return hash.digest('hex');
}

/** The first of `next` is taken first. */
function pushAll(steps: Step[], next: readonly Step[]): void {
  for (const step of next.toReversed()) steps.push(step);
}
