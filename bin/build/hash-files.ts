import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UNFINISHED_FILE } from './data-files.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Input files of bundles and templates. */
const SOURCES = [
  'bin/**',
  'lib/**',
  'functions/**',
  'shared/**',
  'openapi.json',
  'docs/glossary.md',
  'package-lock.json',
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
