import { describe, expect, it, vi } from 'vitest';
import type { ListedTerminal } from '../../../../shared/terminals/catalogue/listed-terminal.ts';
import { toListedTerminal } from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { publishSnapshot } from '../../../../shared/terminals/snapshots/publish-snapshot.ts';
import {
  createRefreshingTerminals,
  type TerminalSourceProblem,
} from '../../../../shared/terminals/snapshots/refreshing-terminals.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';
import { terminalsUnderTest } from '../../../support/in-memory-terminals.ts';

const REFRESH_MS = 20_000;

/** A function's process with a clock and a table in memory that can be delayed or fail. */
function processUnderTest() {
  const memory = terminalsUnderTest();
  const { snapshots } = memory;
  let time = 1_000_000;
  let gate: Promise<void> = Promise.resolve();
  let failure: Error | undefined;
  const problems: TerminalSourceProblem['kind'][] = [];
  const pointer = vi.fn(async () => {
    const answer = await snapshots.pointer();
    await gate;
    if (failure) throw failure;
    return answer;
  });
  const build = vi.fn((terminals: readonly ListedTerminal[]) => terminals.map(({ name }) => name).sort());
  const bundled = toListedTerminal(terminalRecord('Bundled'));
  const start = () =>
    createRefreshingTerminals({
      snapshots: { pointer, content: snapshots.content },
      bundled: () => [bundled],
      build,
      now: () => time,
      refreshAfterMs: REFRESH_MS,
      onProblem: ({ kind }) => problems.push(kind),
    });
  return {
    ...memory,
    ...start(),
    start,
    pointer,
    build,
    problems,
    pass: (ms: number) => {
      time += ms;
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
    /** Delays the responses of the table until the returned function is called. */
    hold: () => {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    publish: async (name: string) => {
      await memory.store.add(terminalRecord(name));
      await publishSnapshot(memory.ports);
    },
  };
}

/** Waits until all resolved promises are processed. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the published terminals', () => {
  it('are those of the snapshot from the first call on', async () => {
    const test = processUnderTest();
    await test.publish('A');

    await expect(test.current()).resolves.toEqual(['A']);
    expect(test.problems).toEqual([]);
  });

  it('are read once by concurrent callers', async () => {
    const test = processUnderTest();
    await test.publish('A');

    await Promise.all(Array.from({ length: 50 }, () => test.current()));

    expect([test.pointer.mock.calls.length, test.build.mock.calls.length]).toEqual([1, 1]);
  });

  it('need no read while they are fresh, and are refreshed in the background afterwards', async () => {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    await test.publish('B');
    test.pass(REFRESH_MS - 1);
    await expect(test.current()).resolves.toEqual(['A']);
    expect(test.pointer).toHaveBeenCalledTimes(1);

    test.pass(1);
    const release = test.hold();
    await expect(test.current()).resolves.toEqual(['A']);
    await expect(test.current()).resolves.toEqual(['A']);
    expect(test.pointer).toHaveBeenCalledTimes(2);
    release();
    await settle();
    await expect(test.current()).resolves.toEqual(['A', 'B']);
  });

  it('are not rebuilt while the snapshot is the same', async () => {
    const test = processUnderTest();
    await test.publish('A');
    for (let round = 0; round < 5; round++) {
      await test.current();
      await settle();
      test.pass(REFRESH_MS);
    }

    expect(test.build).toHaveBeenCalledTimes(1);
  });

  it('are awaited by a caller after a pause, so that no response uses stale terminals', async () => {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    await test.publish('B');

    test.pass(2 * REFRESH_MS);

    await expect(test.current()).resolves.toEqual(['A', 'B']);
  });

  it('are read again if the process was frozen during a read', async () => {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    test.pass(REFRESH_MS);
    const release = test.hold();
    await test.current();
    await settle();
    // The frozen read already has its response. Then the operator publishes, and a later call resumes the process.
    await test.publish('B');
    test.pass(600_000);
    release();

    await expect(test.current()).resolves.toEqual(['A', 'B']);
  });

  it.each([
    ['missing', (contents: Map<string, Uint8Array>) => contents.clear()],
    [
      'damaged',
      (contents: Map<string, Uint8Array>) => {
        for (const key of contents.keys()) contents.set(key, new Uint8Array([1, 2, 3]));
      },
    ],
  ])('stay the last good ones when the chunks of a new snapshot are %s', async (_case, damage) => {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    await test.publish('B');
    damage(test.contents);

    test.pass(2 * REFRESH_MS);

    await expect(test.current()).resolves.toEqual(['A']);
    expect(test.problems).toContain('broken');
    await test.publish('C');
    test.pass(2 * REFRESH_MS);
    await expect(test.current()).resolves.toEqual(['A', 'B', 'C']);
  });

  it.each([
    ['of a later format', { format: 2, version: 9 }],
    ['without sense', 'moved'],
    [
      'to no terminal',
      { format: 1, version: 9, attempt: '', count: 0, sha256: '', chunks: 1, publishedAt: '' },
    ],
  ])('stay the last good ones when the pointer is %s', async (_case, pointer) => {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    test.setPointer(pointer);

    test.pass(2 * REFRESH_MS);

    await expect(test.current()).resolves.toEqual(['A']);
    expect(test.problems).toEqual(['broken']);
  });

  it('are the last good ones also for a new process', async () => {
    const test = processUnderTest();
    await test.publish('A');
    await test.publish('B');
    const newest = [...test.contents.keys()].at(-1) ?? '';
    test.contents.delete(newest);

    await expect(test.start().current()).resolves.toEqual(['A']);
  });

  it('are the bundled ones only if there are no others', async () => {
    const test = processUnderTest();
    await expect(test.current()).resolves.toEqual(['Bundled']);
    expect(test.problems).toEqual(['bundled']);

    await test.publish('A');
    test.pass(2 * REFRESH_MS);

    await expect(test.current()).resolves.toEqual(['A']);
  });

  it('come from memory while the table fails, with pauses between reads', async () => {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    test.fail(new Error('AccessDenied'));
    test.pass(2 * REFRESH_MS);

    for (let call = 0; call < 10; call++) await expect(test.current()).resolves.toEqual(['A']);
    expect(test.pointer).toHaveBeenCalledTimes(2);

    test.fail(undefined);
    await test.publish('B');
    test.pass(5_000);
    await expect(test.current()).resolves.toEqual(['A', 'B']);
  });

  it('are the bundled ones in a new process while the table fails or does not respond', async () => {
    const failing = processUnderTest();
    failing.fail(new Error('AccessDenied'));
    await expect(failing.current()).resolves.toEqual(['Bundled']);

    vi.useFakeTimers();
    try {
      const hanging = processUnderTest();
      const release = hanging.hold();
      const answer = hanging.current();
      await vi.advanceTimersByTimeAsync(2_500);
      await expect(answer).resolves.toEqual(['Bundled']);
      await expect(hanging.current()).resolves.toEqual(['Bundled']);
      release();
    } finally {
      vi.useRealTimers();
    }
  });
});
