import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (name: string): string =>
  readFileSync(new URL(`../../bin/emulator/${name}`, import.meta.url), 'utf8');

it('each package of the emulator is pinned, with hashes of its files', () => {
  const packages = read('requirements.txt')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line));
  const loose = packages.filter(
    (line) => !/^[a-z\d.-]+==[\w.]+ (; [^-]+)?(\s+--hash=sha256:[\da-f]{64})+\s*$/.test(line),
  );

  expect(loose).toEqual([]);
  expect(packages.length).toBeGreaterThan(10);
  expect(packages.map((line) => line.split(' ')[0])).toContain(read('requirements.in').trim());
});
