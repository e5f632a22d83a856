import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { commandLinePage } from '../../../bin/pages/command-line.ts';
import { logCodesPage } from '../../../bin/pages/log-codes.ts';
import { brokenLinks } from '../../support/document-links.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

it('links of documents lead to files and headings that exist', () => {
  const paths = globSync(['*.md', 'docs/**/*.md', 'lib/**/*.md', 'clients/*/README.md'], { cwd: ROOT });
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.flatMap((path) => brokenLinks({ path, text: read(path) }))).toEqual([]);
  const broken = { path: 'docs/page.md', text: '# A\n[a](#a) [b](#b) [c](none.md) [d](glossary.md#none)' };
  expect(brokenLinks(broken)).toHaveLength(3);
});

it('the pages of log codes and of the command line are what npm run pages writes', () => {
  expect(read('docs/operators/log-codes.md')).toBe(logCodesPage());
  expect(read('docs/operators/command-line.md')).toBe(commandLinePage());
});
