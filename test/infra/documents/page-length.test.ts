import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { GENERATED_PAGES } from '../../../bin/pages/generated-pages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAX_WORDS = 2_000;
const MAX_README_LINES = 120;

/** Longer pages, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'NOTICE.md': 'licence texts, which are repeated word for word',
  'docs/decisions/0016-deliveries.md': 'a decision is one page, and its parts depend on each other',
};

/** Tables that a command writes into a page. */
const GENERATED_PART = /<!-- \w+ -->\n(?:(?!<!-- end -->)[\s\S])*<!-- end -->/g;

const wordsIn = (text: string): number =>
  text
    .replace(GENERATED_PART, '')
    .split(/\s+/)
    .filter((word) => /[a-z0-9]/i.test(word)).length;

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((page) => !(page in GENERATED_PAGES));
const longPages = pages.filter((page) => wordsIn(readFileSync(`${ROOT}${page}`, 'utf8')) > MAX_WORDS);

it('a page has at most 2,000 words, except generated parts and named pages', () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(longPages.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

it('README has at most 120 lines', () => {
  const lines = readFileSync(`${ROOT}README.md`, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(MAX_README_LINES);
});
