import { describe, expect, it } from 'vitest';
import {
  createDeduplicationTokens,
  type DeduplicationToken,
} from '../../../../shared/accounts/usage/dynamodb-deduplication-tokens.ts';

const SECOND = 1_000;

function tokensAt(start: number) {
  let clock = start;
  return { tokens: createDeduplicationTokens('owner', () => clock), advance: (ms: number) => (clock += ms) };
}

describe('deduplication tokens', () => {
  it('gives concurrent calls different slots, and a later call a free one', async () => {
    const { tokens } = tokensAt(0);
    const inFlight: DeduplicationToken[] = [];
    const hold = (token: DeduplicationToken) =>
      new Promise<void>((resolve) => {
        inFlight.push(token);
        if (inFlight.length === 3) resolve();
        else queueMicrotask(() => resolve());
      });

    await Promise.all([tokens.withToken(hold), tokens.withToken(hold), tokens.withToken(hold)]);
    const later = await tokens.withToken(async (token) => token);

    expect(new Set(inFlight.map(({ name }) => name)).size).toBe(3);
    expect(inFlight.map(({ name }) => name)).toContain(later.name);
  });

  it('increases the sequence even if the clock stands still or goes back', async () => {
    const { tokens, advance } = tokensAt(1_800_000_000_000);
    const numbers: number[] = [];
    for (const step of [0, 0, 5, -5 * SECOND, 10]) {
      advance(step);
      numbers.push(await tokens.withToken(async ({ sequence }) => sequence));
    }

    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
  });

  it('frees the slot of a failed call', async () => {
    const { tokens } = tokensAt(0);
    const failing = tokens.withToken(async ({ name }) => {
      throw new Error(name);
    });
    const failed = await failing.catch((error: Error) => error.message);

    expect(await tokens.withToken(async ({ name }) => name)).toBe(failed);
  });

  it('retires a slot before its tokens are stale', async () => {
    const { tokens, advance } = tokensAt(0);
    const item: Record<string, number> = { used: 3 };
    const { name, sequence } = await tokens.withToken(async (token) => token);
    item[name] = sequence;

    advance(60 * SECOND);
    expect(tokens.staleTokensIn(item)).toEqual([]);
    expect(await tokens.withToken(async (token) => token.name)).not.toBe(name);

    advance(1);
    expect(tokens.staleTokensIn(item)).toEqual([name]);
  });

  it('returns a bounded number of stale tokens at once', () => {
    const { tokens } = tokensAt(10 * 60 * SECOND);
    const item = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`mark#gone-${index}`, index]));

    expect(tokens.staleTokensIn(item)).toHaveLength(20);
  });
});
