import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anchorsOf } from '../../support/documents/links.ts';
import { ROOT } from '../../support/documents/pages.ts';

/** A page, with an anchor or without. */
const NAMED = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g;
/** A name in a test that is not a page: of a repository that the test makes. */
const EXAMPLES = ['docs/prices.md', 'docs/page.md'];

function faultOf(target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  if (!existsSync(`${ROOT}${path}`)) return `no file ${path}`;
  if (anchor === undefined) return undefined;
  const anchors = anchorsOf(readFileSync(`${ROOT}${path}`, 'utf8'));
  return anchors.has(anchor) ? undefined : `no heading #${anchor} in ${path}`;
}

it('code, comments, messages and tests name pages and headings that exist', () => {
  const files = globSync(['{bin,functions,lib,shared,test}/**/*.{ts,mjs}', '.github/**/*.yml'], {
    cwd: ROOT,
  });
  const named = files.flatMap((file) =>
    [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(NAMED)].map(([target]) => ({ file, target })),
  );
  expect(named.length).toBeGreaterThan(50);
  const broken = named
    .filter(({ target }) => !EXAMPLES.includes(target.split('#')[0] ?? ''))
    .flatMap(({ file, target }) => {
      const fault = faultOf(target);
      return fault === undefined ? [] : [`${file}: ${fault}`];
    });
  expect(broken).toEqual([]);
});
