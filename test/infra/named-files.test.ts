import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Code in documents that is a path of this repository. */
const PATHS = /`((?:bin|docs|functions|lib|shared|test)\/[\w./-]+)`/g;
/** Files that a build writes: a fresh clone does not have them. */
const BUILT = /^shared\/geography\/\w+\/data\//;
/** Paths that documents use as examples. */
const EXAMPLES = /^(shared|test\/(unit|contract))\/a\/b\/|\/list-things\b|\/list-things-suite\.ts$/;

it('documents name only files and folders that exist', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'lib/**/*.md'], { cwd: ROOT });
  expect(documents.length).toBeGreaterThan(50);
  const named = documents.flatMap((document) =>
    [...readFileSync(`${ROOT}${document}`, 'utf8').matchAll(PATHS)].map(([, path = '']) => ({
      document,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(
    ({ path }) => !EXAMPLES.test(path) && !BUILT.test(path) && !existsSync(`${ROOT}${path}`),
  );
  expect(missing).toEqual([]);
});
