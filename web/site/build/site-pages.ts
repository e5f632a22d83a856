import { posix } from 'node:path';

/** A page of `docs/`. */
export interface SitePage {
  /** Path below docs/, with slashes: "operators/smoke.md". */
  readonly path: string;
  /** Text of the first heading. */
  readonly title: string;
  /** Paths below docs/ of the pages that this page links, in order. */
  readonly links: readonly string[];
}

/** A folder of `docs/` in the navigation. */
export interface SiteSection {
  /** Name of the folder. */
  readonly folder: string;
  readonly title: string;
  /** The page of the folder itself; generated if the folder has no README.md. */
  readonly index: string;
  readonly hasIndex: boolean;
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
export function readPage(path: string, markdown: string): SitePage {
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

const isIndex = ({ path }: SitePage) => posix.basename(path) === 'README.md';
const folderOf = ({ path }: SitePage) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');
const rank = (order: readonly string[], value: string) =>
  order.includes(value) ? order.indexOf(value) : order.length;
const byTitle = (a: SitePage, b: SitePage) => a.title.localeCompare(b.title, 'en', { numeric: true });

/** Title of a folder without an index page: "open-questions" -> "Open questions". */
const folderTitle = (folder: string) => {
  const words = folder.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Pages directly in docs/, without its README.md, by title. */
export const topPages = (pages: readonly SitePage[]): readonly SitePage[] =>
  pages.filter((page) => folderOf(page) === '' && !isIndex(page)).toSorted(byTitle);

/** The folders of docs/ with their pages, in the order of the navigation. */
export function siteSections(pages: readonly SitePage[]): readonly SiteSection[] {
  const folders = [...new Set(pages.map(folderOf))].filter((folder) => folder !== '');
  return folders
    .toSorted((a, b) => rank(FOLDER_ORDER, a) - rank(FOLDER_ORDER, b) || a.localeCompare(b, 'en'))
    .map((folder) => {
      const index = `${folder}/README.md`;
      const own = pages.find(({ path }) => path === index);
      const order = own?.links ?? [];
      return {
        folder,
        title: folderTitle(folder),
        index,
        hasIndex: own !== undefined,
        pages: pages
          .filter((page) => folderOf(page) === folder && page !== own)
          .toSorted((a, b) => rank(order, a.path) - rank(order, b.path) || byTitle(a, b)),
      };
    });
}

const linkList = (from: string, pages: readonly SitePage[]) =>
  pages.map(({ path, title }) => `- [${title}](${posix.relative(from, path)})`).join('\n');

/** Index page of a folder that has none: its pages. */
export const sectionIndex = ({ folder, title, pages }: SiteSection): string =>
  `# ${title}\n\n${linkList(folder, pages)}\n`;

/** Home page of the site, for docs/ without README.md: every section with its first pages. */
export function homePage(pages: readonly SitePage[]): string {
  const sections = siteSections(pages).map(({ title, index, pages: all }) => {
    const first = all.slice(0, MAX_PAGES_AT_HOME);
    const others = all.length - first.length;
    const rest = others > 0 ? `\n- [all ${all.length} pages](${index})` : '';
    return `## ${title}\n\n${linkList('', first)}${rest}`;
  });
  return [
    '# Documentation',
    '[API reference](/docs/reference/){target="_self"}: every operation with its parameters, answers and errors.',
    linkList('', topPages(pages)),
    ...sections,
    '',
  ].join('\n\n');
}

/** A longer section links its index page. */
const MAX_PAGES_AT_HOME = 8;
