import { describe, expect, it } from 'vitest';
import { functionsUnderTest, GATED, type Gated, until } from './function-under-test.ts';

const { start, bundle } = functionsUnderTest();

const NEW = "export const handler = async () => 'new code';";

describe('a reload of a function', () => {
  it('lets events in progress finish with the old code and runs new events with the new code', async () => {
    const { lambda, returned, begun, open } = start(GATED);
    const old = returned<Gated>({ name: 'a' });
    await until(() => begun().length === 1);

    await lambda.reload({ bundleDir: bundle(NEW) });
    expect(await returned({})).toBe('new code');
    open('a');

    expect(await old).toMatchObject({ events: 1 });
    // The old worker is not reused, although it became free last.
    expect(await returned({})).toBe('new code');
  });

  it('runs waiting events with the new code', async () => {
    const { lambda, returned, begun, open } = start(GATED, { maxConcurrency: 1 });
    const old = returned<Gated>({ name: 'a' });
    await until(() => begun().length === 1);
    const waiting = returned({});

    await lambda.reload({ bundleDir: bundle(NEW) });
    open('a');

    expect(await old).toMatchObject({ events: 1 });
    expect(await waiting).toBe('new code');
  });

  it('replaces idle workers', async () => {
    const { lambda, returned, open } = start(GATED);
    open('a');
    await returned({ name: 'a' });

    await lambda.reload({ bundleDir: bundle(NEW) });

    expect(await returned({})).toBe('new code');
  });

  it('accepts an unchanged bundle folder', async () => {
    const source = `import { readFileSync } from 'node:fs';
      const text = readFileSync(process.env.FOLDER + '/index.mjs', 'utf8').length;
      export const handler = async () => text;`;
    const { lambda, returned } = start(source);
    const before = await returned({});

    await lambda.reload({});

    expect(await returned({})).toBe(before);
    expect(before).toBe(source.length);
  });

  it('applies the new environment, memory limit and time-out', async () => {
    const { lambda, returned } = start(
      `export const handler = async (event, context) =>
        ({ table: process.env.TABLE, memory: context.memoryLimitInMB, left: context.getRemainingTimeInMillis() });`,
      { environment: { TABLE: 'old' } },
    );
    expect(await returned({})).toMatchObject({ table: 'old', memory: '128' });

    await lambda.reload({ environment: { TABLE: 'new' }, memoryMb: 256, timeoutSeconds: 1 });

    const changed = await returned<{ left: number }>({});
    expect(changed).toMatchObject({ table: 'new', memory: '256' });
    expect(changed.left).toBeLessThanOrEqual(1_000);
  });
});

describe('the close of a function', () => {
  it('fails events in progress, waiting events and later events', async () => {
    const { lambda, begun } = start(GATED, { maxConcurrency: 1 });
    const underWay = lambda.invoke({ name: 'a' });
    const waiting = lambda.invoke({ name: 'b' });
    await until(() => begun().length === 1);

    await lambda.close();

    expect(await underWay).toMatchObject({ outcome: 'crashed' });
    expect(await waiting).toMatchObject({ outcome: 'crashed' });
    expect(await lambda.invoke({ name: 'c' })).toMatchObject({ outcome: 'crashed' });
    expect(begun()).toEqual(['a']);
  });

  it('ends idle workers without a crash in the log', async () => {
    const { lambda, returned, logs, begun } = start(
      `import { appendFileSync } from 'node:fs';
       export const handler = async () => {
        setInterval(() => appendFileSync(process.env.FOLDER + '/begun', 'alive\\n'), 5);
      };`,
    );
    await returned({});
    await until(() => begun().length > 1);

    await lambda.close();
    const count = begun().length;
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(begun()).toHaveLength(count);
    expect(logs).toEqual([]);
  });

  it('can be called while a worker starts, and twice', async () => {
    const { lambda } = start(GATED);
    const early = lambda.invoke({ name: 'a' });

    await lambda.close();
    await lambda.close();

    expect(await early).toMatchObject({ outcome: 'crashed' });
  });

  it('is permanent: a later reload starts no worker', async () => {
    const { lambda, logs } = start(GATED);
    await lambda.close();

    await lambda.reload({ bundleDir: bundle("console.log('imported');") });

    expect(await lambda.invoke({})).toMatchObject({ outcome: 'crashed' });
    expect(logs).toEqual([]);
  });
});
