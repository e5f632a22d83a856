import { createHash, hash as hashOnce } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UNFINISHED_FILE } from './data-files.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What every bundle depends on, besides its sources. */
const BUILD_SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'bin/build/bundles.ts'];

/** Input files of bundles and templates. */
const SOURCES = [
  'bin/**',
  'lib/**',
  'functions/**',
  'shared/**',
  'openapi.json',
  'docs/glossary.md',
  ...BUILD_SETTINGS,
  'cdk.json',
];

/** Hash of all from which bundles and templates are built; takes a tenth of a second. @param salt other input. */
export const hashSources = (salt = ''): string => hashFiles(ROOT, SOURCES, salt);

/**
 * Hash of names and contents of files; 32 hexadecimal digits.
 * @param root folder of the patterns, with a trailing slash.
 * @param salt other input of what is built from the files.
 */
export function hashFiles(root: string, patterns: readonly string[], salt = ''): string {
  const hash = createHash('sha256').update(`${salt}\0`);
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = `${root}${file}`;
    // Skips folders.
    if (UNFINISHED_FILE.test(file) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const contents = readFileSync(path);
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Returns a function that hashes the names and contents of the sources of a bundle, and the settings of all bundles. It reads
 * each file once; a missing one has an empty hash.
 */
export function createBundleHash(): (sources: readonly string[]) => string {
  const hashes = new Map<string, string>();
  const hashOf = (source: string): string => {
    const path = resolve(ROOT, source);
    const hash = hashes.get(path) ?? (existsSync(path) ? hashOnce('sha256', readFileSync(path)) : '');
    hashes.set(path, hash);
    return `${source} ${hash}\n`;
  };
  return (sources) => hashOnce('sha256', [...BUILD_SETTINGS, ...sources].map(hashOf).join(''));
}
