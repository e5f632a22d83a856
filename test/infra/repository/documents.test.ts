import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { GENERATED_PAGES } from '../../../bin/pages/generated-pages.ts';
import { brokenLinks } from '../../support/documents/links.ts';
import { pagesOf, ROOT } from '../../support/documents/pages.ts';

it('links of documents lead to files and headings that exist', () => {
  const pages = pagesOf();
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.flatMap(brokenLinks)).toEqual([]);
  const broken = { path: 'docs/page.md', text: '# A\n[a](#a) [b](#b) [c](none.md) [d](glossary.md#none)' };
  expect(brokenLinks(broken)).toHaveLength(3);
});

it.each(Object.entries(GENERATED_PAGES))('%s is what npm run pages writes', (path, page) => {
  expect(readFileSync(`${ROOT}${path}`, 'utf8')).toBe(page());
});
