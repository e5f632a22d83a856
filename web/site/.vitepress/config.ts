import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { externalScripts } from '../build/external-scripts.ts';
import { byTag, REFERENCE_FOLDER, referencePages } from '../build/reference-pages.ts';
import { SEARCH_OPTIONS, searchedText } from '../build/search.ts';
import { githubAnchor, siteLinks } from '../build/site-links.ts';
import { readPages, type SitePage, siteSections, topPages } from '../build/site-pages.ts';

// The build of the site sets both: absolute paths of the staged pages and of the output.
const { SITE_SOURCES = '', SITE_OUTPUT = '' } = process.env;
const BASE = '/docs/';
const REFERENCE = { text: 'API reference', link: `/${REFERENCE_FOLDER}/` };

/** In the folder beside the documentation. */
const CONSOLE = { text: 'Console', link: '/../console/', target: '_self' };

const description = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const operations = byTag(description, referencePages(description));
const pages = readPages(SITE_SOURCES).filter(({ path }) => !path.startsWith(`${REFERENCE_FOLDER}/`));
const sections = siteSections(pages);
const item = ({ path, title }: Pick<SitePage, 'path' | 'title'>) => ({ text: title, link: `/${path}` });

const sidebar: DefaultTheme.SidebarItem[] = [
  { text: 'Overview', link: '/' },
  REFERENCE,
  ...topPages(pages).map(item),
  ...sections.map(({ title, folder, pages: own }) => ({
    text: title,
    link: `/${folder}/`,
    collapsed: true,
    items: own.map(item),
  })),
];

const referenceSidebar: DefaultTheme.SidebarItem[] = [
  {
    ...REFERENCE,
    items: operations.map(({ name, pages: own }) => ({
      text: name,
      link: `${REFERENCE.link}#${githubAnchor(name)}`,
      collapsed: true,
      items: own.map(item),
    })),
  },
];

export default defineConfig({
  title: 'Freight rates and quotes',
  description: 'Guides of the freight rates and quotes API, for integrators and operators.',
  lang: 'en-US',
  base: BASE,
  head: [['link', { rel: 'icon', href: `${BASE}brand.svg` }]],
  srcDir: SITE_SOURCES,
  outDir: SITE_OUTPUT,
  cacheDir: `${SITE_SOURCES}-cache`,
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  // Data of all pages in a file of its own instead of an inline script.
  metaChunk: true,
  // One file has the search index of all pages; it loads when a reader opens the search.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  markdown: {
    config: siteLinks,
    anchor: { slugify: githubAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformHtml: (code) => {
    const { html, scripts } = externalScripts(code, `${BASE}assets/`);
    mkdirSync(join(SITE_OUTPUT, 'assets'), { recursive: true });
    for (const { file, source } of scripts) writeFileSync(join(SITE_OUTPUT, 'assets', file), source);
    return html;
  },
  themeConfig: {
    logo: '/brand.svg',
    siteTitle: 'Freight',
    logoLink: { link: '/', target: '_self' },
    nav: [
      ...sections
        .filter(({ folder }) => folder !== 'decisions')
        .map(({ title, folder }) => ({
          text: title,
          link: `/${folder}/`,
          activeMatch: `^/${folder}/`,
        })),
      { ...REFERENCE, activeMatch: `^${REFERENCE.link}` },
      CONSOLE,
    ],
    sidebar: { [REFERENCE.link]: referenceSidebar, '/': sidebar },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) => md.render(searchedText(env.relativePath, source), env),
        miniSearch: { searchOptions: SEARCH_OPTIONS },
      },
    },
  },
});
