import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncFolder } from '../../../bin/build/sync-folder.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'freight-build-'));
  folder = join(parent, 'functions');
});

afterEach(() => rm(parent, { recursive: true, force: true }));

const files = (contents: Readonly<Record<string, string>>) =>
  new Map(Object.entries(contents).map(([name, text]) => [join(folder, name), Buffer.from(text)]));

describe('syncFolder', () => {
  it('leaves exactly the given files, and no temporary files', async () => {
    await syncFolder(folder, files({ 'one/index.mjs': 'first', 'two/index.mjs': 'gone soon' }));
    await syncFolder(folder, files({ 'one/index.mjs': 'second', 'one/data/places.bin': 'places' }));

    expect(await readFile(join(folder, 'one/index.mjs'), 'utf8')).toBe('second');
    expect(await readFile(join(folder, 'one/data/places.bin'), 'utf8')).toBe('places');
    await expect(stat(join(folder, 'two/index.mjs'))).rejects.toThrow('ENOENT');
    expect(await readdir(parent)).toEqual(['functions']);
  });

  it('does not touch a file that is as it should be', async () => {
    await syncFolder(folder, files({ 'one/index.mjs': 'the same' }));
    const before = await stat(join(folder, 'one/index.mjs'), { bigint: true });
    await syncFolder(folder, files({ 'one/index.mjs': 'the same' }));

    expect((await stat(join(folder, 'one/index.mjs'), { bigint: true })).ino).toBe(before.ino);
  });

  it('never takes a file from under a reader, nor shows it half, while two builds write', async () => {
    const path = join(folder, 'one/index.mjs');
    const versions = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await syncFolder(folder, files({ 'one/index.mjs': versions[0] ?? '' }));
    let building = true;
    const build = async (of: readonly string[]) => {
      for (let round = 0; round < 20; round++) {
        await syncFolder(folder, files({ 'one/index.mjs': of[round % 2] ?? '' }));
      }
    };
    const builds = Promise.all([build(versions), build(versions.toReversed())]).finally(() => {
      building = false;
    });
    let reads = 0;
    while (building) {
      expect(versions).toContain(await readFile(path, 'utf8'));
      reads++;
    }
    await builds;
    expect(reads).toBeGreaterThan(0);
  });

  it('forgets what an earlier build left in the folder', async () => {
    await syncFolder(folder, files({ 'one/index.mjs': 'kept' }));
    await writeFile(join(folder, 'one/stray.txt'), 'left over');
    await syncFolder(folder, files({ 'one/index.mjs': 'kept' }));

    expect(await readdir(join(folder, 'one'))).toEqual(['index.mjs']);
  });
});
