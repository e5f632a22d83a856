import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it.each(['bin/emulator', 'test/fuzz', 'test/templates'])(
  'each Python package of %s is pinned, with hashes of its files',
  (folder) => {
    const packages = read(`${folder}/requirements.txt`)
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => !/^\s*(#|$)/.test(line));
    const loose = packages.filter(
      (line) => !/^[a-z\d.-]+==[\w.]+ (; [^-]+)?(\s+--hash=sha256:[\da-f]{64})+\s*$/.test(line),
    );

    expect(loose).toEqual([]);
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(read(`${folder}/requirements.in`).trim().split('\n')),
    );
  },
);
