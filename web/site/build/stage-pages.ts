import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homePage, readPage, type SitePage, sectionIndex, siteSections } from './site-pages.ts';

/** Reads the pages of a folder of Markdown files. */
export function readPages(docs: string): readonly SitePage[] {
  return globSync('**/*.md', { cwd: docs })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => readPage(path, readFileSync(join(docs, path), 'utf8')));
}

/**
 * Writes the sources of the site: a copy of `docs` with an index page for each folder and a home page. A README.md stays
 * one; the configuration of the site publishes it as index.html.
 */
export function stagePages(docs: string, staged: string): void {
  const pages = readPages(docs);
  mkdirSync(dirname(staged), { recursive: true });
  cpSync(docs, staged, { recursive: true });
  for (const section of siteSections(pages)) {
    if (!section.hasIndex) writeFileSync(join(staged, section.index), sectionIndex(section));
  }
  if (!pages.some(({ path }) => path === 'README.md')) {
    writeFileSync(join(staged, 'README.md'), homePage(pages));
  }
}
