import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Page {
  /** Path in the repository. */
  readonly path: string;
  readonly text: string;
}

/** The Markdown files of the repository that git does not ignore, by path. */
export const pagesOf = (patterns: readonly string[] = ['*.md', 'docs/**/*.md', 'lib/**/*.md']): Page[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }));

/** Pages whose commands a reader runs. Decisions record commands of their time. */
export const guidePages = (): Page[] =>
  pagesOf(['README.md', 'docs/**/*.md']).filter(({ path }) => !path.startsWith('docs/decisions/'));
