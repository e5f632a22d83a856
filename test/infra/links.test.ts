import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'lib/**/*.md'], { cwd: ROOT });
const CODE = /^```[\s\S]*?^```$/gm;
/** A link with the name of a page inside the repository. */
const LINK = /\]\((?![a-z]+:)([^)\s]+)\)/g;
/** A page, with an anchor or without, in text and code. */
const NAMED = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g;
/** Names in tests and comments that are no pages: an example of a commit. */
const EXAMPLES = ['docs/prices.md'];

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/** As GitHub makes anchors of headings. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.replace(CODE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** What a target lacks: the file, or the heading of its anchor. */
function faultOf(target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  if (!existsSync(`${ROOT}${path}`)) return `no file ${path}`;
  if (anchor === undefined || !path.endsWith('.md')) return undefined;
  return anchorsOf(read(path)).has(anchor) ? undefined : `no heading #${anchor} in ${path}`;
}

/** Path from the root, with the anchor. */
const resolve = (page: string, link: string): string =>
  link.startsWith('#') ? `${page}${link}` : normalize(`${dirname(page)}/${link}`);

describe('links', () => {
  it('of all pages lead to files and headings that exist', () => {
    const links = PAGES.flatMap((page) =>
      [...read(page).replace(CODE, '').matchAll(LINK)].map(([, link = '']) => ({ page, link })),
    );
    expect(links.length).toBeGreaterThan(500);
    const broken = links.flatMap(({ page, link }) => {
      const fault = faultOf(resolve(page, link));
      return fault === undefined ? [] : [`${page} ${link}: ${fault}`];
    });
    expect(broken).toEqual([]);
  });

  it('in code, comments, messages and tests name pages and headings that exist', () => {
    const files = globSync(['{bin,functions,lib,shared,test}/**/*.{ts,mjs}', '.github/**/*.yml', ...PAGES], {
      cwd: ROOT,
    });
    const named = files.flatMap((file) =>
      [...read(file).matchAll(NAMED)].map(([target]) => ({ file, target: target.replace(/[.-]+$/, '') })),
    );
    expect(named.length).toBeGreaterThan(50);
    const broken = named
      .filter(({ target }) => !EXAMPLES.includes(target))
      .flatMap(({ file, target }) => {
        const fault = faultOf(target);
        return fault === undefined ? [] : [`${file}: ${fault}`];
      });
    expect(broken).toEqual([]);
  });
});
