import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A page of `docs/`. */
export interface SitePage {
  /** Path below docs/, with slashes: "operators/runbook.md". */
  readonly path: string;
  /** Text of the first heading. */
  readonly title: string;
  /** Paths below docs/ of the pages that this page links, in order. */
  readonly links: readonly string[];
}

/** A folder of `docs/` in the navigation; its README.md is its index. */
export interface SiteSection {
  /** Name of the folder. */
  readonly folder: string;
  readonly title: string;
  /** Pages without the index: first those that the index links, in its order, then the others by title. */
  readonly pages: readonly SitePage[];
}

/** Order of known folders; others follow by name. */
const FOLDER_ORDER = ['integrators', 'operators', 'explanation', 'contributors', 'decisions'];

const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm;
const LINK = /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g;

/** Markdown without code, in which headings and links do not count. */
const withoutCode = (markdown: string) => markdown.replaceAll('\r\n', '\n').replaceAll(FENCE, '');

/** Text of a heading without Markdown marks: "`GET /x` and [y](z.md)" -> "GET /x and y". */
const plainText = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim();

/**
 * Reads the title and the links of a page.
 * @throws Error if the page has no heading of the first level.
 */
function readPage(path: string, markdown: string): SitePage {
  const text = withoutCode(markdown);
  const heading = /^# +(.+)$/m.exec(text)?.[1];
  if (heading === undefined)
    throw new Error(`docs/${path} has no heading "# ...": add one, it is the title.`);
  const links = [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => target.endsWith('.md') && !target.includes(':'))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)));
  return { path, title: plainText(heading), links };
}

/** Reads the pages of a folder of Markdown files. */
export const readPages = (docs: string): readonly SitePage[] =>
  globSync('**/*.md', { cwd: docs })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => readPage(path, readFileSync(join(docs, path), 'utf8')));

const isIndex = ({ path }: SitePage) => posix.basename(path) === 'README.md';
const folderOf = ({ path }: SitePage) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');
const rank = (order: readonly string[], value: string) =>
  order.includes(value) ? order.indexOf(value) : order.length;
const byTitle = (a: SitePage, b: SitePage) => a.title.localeCompare(b.title, 'en', { numeric: true });

/** Pages directly in docs/, without its README.md, by title. */
export const topPages = (pages: readonly SitePage[]): readonly SitePage[] =>
  pages.filter((page) => folderOf(page) === '' && !isIndex(page)).toSorted(byTitle);

/** The folders of docs/ with their pages, in the order of the navigation. */
export function siteSections(pages: readonly SitePage[]): readonly SiteSection[] {
  const folders = [...new Set(pages.map(folderOf))].filter((folder) => folder !== '');
  return folders
    .toSorted((a, b) => rank(FOLDER_ORDER, a) - rank(FOLDER_ORDER, b) || a.localeCompare(b, 'en'))
    .map((folder) => {
      const own = pages.find(({ path }) => path === `${folder}/README.md`);
      const order = own?.links ?? [];
      return {
        folder,
        title: folder.charAt(0).toUpperCase() + folder.slice(1),
        pages: pages
          .filter((page) => folderOf(page) === folder && page !== own)
          .toSorted((a, b) => rank(order, a.path) - rank(order, b.path) || byTitle(a, b)),
      };
    });
}
