import { describe, expect, it } from 'vitest';
import { functionsUnderTest, GATED, type Gated, until } from './function-under-test.ts';

const { start } = functionsUnderTest();

describe('the workers of a function', () => {
  it('process one event each at a time, up to the maximum concurrency', async () => {
    const { returned, begun, open } = start(GATED, { maxConcurrency: 2 });
    const names = ['a', 'b', 'c', 'd'];
    const results = names.map((name) => returned<Gated>({ name }));
    await until(() => begun().length === 2);

    open('a');
    expect(await results[0]).toMatchObject({ atOnce: 1 });
    await until(() => begun().length === 3);
    // The fourth event waits while "b" and "c" are in progress.
    expect(begun().slice(0, 2).sort()).toEqual(['a', 'b']);
    expect(begun()[2]).toBe('c');

    open('b', 'c', 'd');
    const all = await Promise.all(results);
    expect(new Set(all.map(({ worker }) => worker)).size).toBe(2);
    expect(all.map(({ atOnce }) => atOnce)).toEqual([1, 1, 1, 1]);
  });

  it('process waiting events in order of arrival', async () => {
    const { returned, begun, open } = start(GATED, { maxConcurrency: 1 });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    open(...names);

    await Promise.all(names.map((name) => returned({ name })));

    expect(begun()).toEqual(names);
  });

  it('process a waiting event before one that arrives later', async () => {
    const { returned, begun, open } = start(GATED, { maxConcurrency: 1 });
    open('a', 'b', 'late');
    const first = returned({ name: 'a' });
    const second = returned({ name: 'b' });

    await first;
    const late = returned({ name: 'late' });
    await Promise.all([second, late]);

    expect(begun()).toEqual(['a', 'b', 'late']);
  });

  it('are kept warm: consecutive events run in the same worker', async () => {
    const { returned, open } = start(GATED, { maxConcurrency: 3 });
    open('a');

    const results = [await returned<Gated>({ name: 'a' }), await returned<Gated>({ name: 'a' })];

    expect(results[1]).toEqual({ ...results[0], events: 2 });
  });

  it('start only as needed: consecutive events start one worker', async () => {
    const source = `import { appendFileSync } from 'node:fs';
      appendFileSync(process.env.FOLDER + '/begun', 'imported\\n');
      export const handler = async () => {};`;
    const { returned, begun } = start(source, { maxConcurrency: 4 });

    for (let event = 0; event < 5; event++) await returned({});

    expect(begun()).toEqual(['imported']);
  });

  it('are replaced for the next event after a crash', async () => {
    const { lambda } = start('export const handler = async () => process.exit(1);', { maxConcurrency: 1 });

    const all = await Promise.all([1, 2, 3].map((event) => lambda.invoke(event)));

    expect(all.map(({ outcome }) => outcome)).toEqual(['crashed', 'crashed', 'crashed']);
  });

  it('throttle the function if 5,000 events wait', async () => {
    const { lambda, returned, begun } = start(GATED, { maxConcurrency: 1 });
    void lambda.invoke({ name: 'never' });
    await until(() => begun().length === 1);

    const waiting = Array.from({ length: 5_000 }, () => lambda.invoke({ name: 'never' }));

    await expect(returned({ name: 'never' })).rejects.toThrow('throttled');
    await lambda.close();
    const outcomes = new Set((await Promise.all(waiting)).map(({ outcome }) => outcome));
    expect([...outcomes]).toEqual(['crashed']);
  });
});
