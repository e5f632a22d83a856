import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { forwardLines } from '../../../../lib/local/lambda/forward-lines.ts';
import { functionsUnderTest, until } from './function-under-test.ts';

const { start } = functionsUnderTest();

describe('the output of a function', () => {
  it('is logged line by line, from both streams', async () => {
    const { returned, logs } = start(`export const handler = async () => {
      console.log('one\\ntwo');
      console.error('three');
      process.stdout.write('four, ');
      process.stdout.write('and on\\n');
    };`);

    await returned({});
    await until(() => logs.length >= 4);

    expect([...logs].sort()).toEqual(['four, and on', 'one', 'three', 'two']);
  });

  it('is logged during the import of the bundle', async () => {
    const { returned, logs } = start("console.log('importing'); export const handler = async () => {};");

    await returned({});
    await until(() => logs.length > 0);

    expect(logs).toEqual(['importing']);
  });

  it('is logged if a crash follows immediately', async () => {
    const { lambda, logs } = start(`export const handler = async () => {
      process.stdout.write('last words');
      setTimeout(() => { throw new Error('boom'); });
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    };`);

    await lambda.invoke({});
    await until(() => logs.length >= 2);

    expect([...logs].sort()).toEqual(['last words', expect.stringContaining('boom')]);
  });
});

describe('the lines of a stream', () => {
  const forwarded = async (chunks: readonly Buffer[]): Promise<string[]> => {
    const stream = new PassThrough();
    const lines: string[] = [];
    forwardLines(stream, (line) => lines.push(line));
    for (const chunk of chunks) {
      stream.write(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const ended = new Promise((resolve) => stream.once('end', resolve));
    stream.end();
    await ended;
    return lines;
  };

  it('are the same for any chunks, even if a chunk ends within a character', async () => {
    const text = Buffer.from('Zürich → São Paulo\n\n港\nunfinished 🚢');
    for (let cut = 1; cut < text.length; cut++) {
      expect(await forwarded([text.subarray(0, cut), text.subarray(cut)])).toEqual([
        'Zürich → São Paulo',
        '',
        '港',
        'unfinished 🚢',
      ]);
    }
  });

  it('do not end with an empty line', async () => {
    expect(await forwarded([Buffer.from('one\n')])).toEqual(['one']);
    expect(await forwarded([])).toEqual([]);
  });
});
