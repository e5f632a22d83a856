import { posix } from 'node:path';
import type { MarkdownOptions } from 'vitepress';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** A link with a scheme, such as https: or mailto:, or an anchor of the same page. */
const EXTERNAL_OR_ANCHOR = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i;

/** Folder of the site with what it has of clients/. */
export const CLIENTS_FOLDER = 'integrators/clients';

const CLIENT_PAGE = /^integrators\/clients\/(\w+)\.md$/;

/** The site is docs/ with a folder for clients/, where a README.md is a page with the name of its client. */
const inRepository = (page: string): string =>
  CLIENT_PAGE.test(page) ? page.replace(CLIENT_PAGE, 'clients/$1/README.md') : `docs/${page}`;
const inSite = (file: string): string | undefined =>
  file.startsWith('docs/')
    ? file.slice('docs/'.length)
    : file.startsWith('clients/')
      ? `integrators/${file.replace('/README.md', '.md')}`
      : undefined;

/**
 * Where a link of a page leads in the site: the link itself, the index page for a folder or its README.md, or undefined for a
 * file that the site does not have.
 * @param page path below docs/.
 */
export function siteLink(page: string, href: string): string | undefined {
  if (EXTERNAL_OR_ANCHOR.test(href) || href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#', 2);
  const target = inSite(posix.normalize(posix.join(posix.dirname(inRepository(page)), path)));
  if (target === undefined) return undefined;
  // The site publishes the README.md of a folder as its index.
  const file = target.endsWith('/') ? `${target}index.md` : target.replace(/(^|\/)README\.md$/, '$1index.md');
  const link = posix.relative(posix.dirname(page), file);
  return anchor === undefined ? link : `${link}#${anchor}`;
}

/** Anchor of a heading as GitHub makes it, so that a link with an anchor works in both places. */
export const githubAnchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** A markdown-it plugin: a link to a file that the site does not have becomes its text, with the path as its title. */
export function siteLinks(markdown: Markdown): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const page = String(env.relativePath ?? '');
    for (const { children } of tokens) {
      let outside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = String(token.attrGet('href') ?? '');
          const target = siteLink(page, href);
          outside = target === undefined;
          if (target !== undefined) token.attrSet('href', target);
          else {
            token.tag = 'span';
            token.attrs = [['title', posix.normalize(posix.join(posix.dirname(inRepository(page)), href))]];
            // The link rule of the generator would add a prefix to the missing address.
            token.type = 'source_open';
          }
        } else if (token.type === 'link_close' && outside) {
          token.tag = 'span';
          token.type = 'source_close';
          outside = false;
        }
      }
    }
  });
}
