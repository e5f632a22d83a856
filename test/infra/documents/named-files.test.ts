import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pagesOf, ROOT } from '../../support/documents/pages.ts';

/** Code in documents that is a path of this repository. */
const PATHS = /`((?:bin|docs|functions|lib|shared|test)\/[\w./-]+)`/g;
/** Files that a build writes: a fresh clone does not have them. */
const BUILT = /^shared\/geography\/\w+\/data\//;
/** Paths that documents use as examples. */
const EXAMPLES = /^(shared|test\/(unit|contract))\/a\/b\/|\/list-things\b|\/list-things-suite\.ts$/;

it('documents name only files and folders that exist', () => {
  const pages = pagesOf();
  expect(pages.length).toBeGreaterThan(50);
  const named = pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(PATHS)].map(([, path = '']) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(
    ({ path }) => !EXAMPLES.test(path) && !BUILT.test(path) && !existsSync(`${ROOT}${path}`),
  );
  expect(missing).toEqual([]);
});
