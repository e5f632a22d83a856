import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { INPUTS, markUsed, removeUnused } from '../../../bin/build/assembly.ts';
import { DATA_SOURCES } from '../../../bin/build/data-files.ts';

const HOUR_MS = 3_600_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freight-assemblies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('an assembly is kept while it is used, and removed a day later', () => {
  const now = new Date();
  for (const [name, hours] of Object.entries({ new: 0, recent: 23, old: 25, running: 25 })) {
    mkdirSync(join(folder, name));
    const used = new Date(now.getTime() - hours * HOUR_MS);
    utimesSync(join(folder, name), used, used);
  }
  markUsed(join(folder, 'running'));

  removeUnused(folder, now);

  expect(readdirSync(folder).toSorted()).toEqual(['new', 'recent', 'running']);
});

it('an assembly is built again when a file of its data changes', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const files = Object.values(DATA_SOURCES)
    .flat()
    .map((source) => relative(root, source))
    // The lock file, which is an input, decides the content of packages.
    .filter((source) => !source.startsWith('node_modules/'));
  expect(files.length).toBeGreaterThan(4);
  expect(INPUTS).toContain('package-lock.json');
  expect(files.filter((file) => !INPUTS.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});
