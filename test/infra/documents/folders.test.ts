import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/documents/pages.ts';

const PAGE = readFileSync(`${ROOT}docs/contributors/README.md`, 'utf8');

/** Folders whose subfolders other tables list, or that have a subfolder for each function. */
const WITHOUT_NAMES = ['functions', 'shared'];

const IGNORED = readFileSync(`${ROOT}.gitignore`, 'utf8').split('\n');

const foldersOf = (path: string): string[] =>
  readdirSync(`${ROOT}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => !IGNORED.includes(name) && !IGNORED.includes(`${name}/`))
    .toSorted();

/** The rows of the table of a section: the folder of the first column, and the folders that the second one names. */
function rowsOf(heading: string): Map<string, string[]> {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const rows = own.matchAll(/^\| `([\w-]+)\/` +\| (.*) \|$/gm);
  return new Map(
    [...rows].map(([, folder = '', contents = '']) => [
      folder,
      [...contents.matchAll(/`([\w-]+)\/`/g)].map(([, name = '']) => name).toSorted(),
    ]),
  );
}

describe('docs/contributors/README.md', () => {
  const folders = rowsOf('Folders');

  it('has a row for each folder of the repository', () => {
    expect([...folders.keys()].toSorted()).toEqual(foldersOf('.'));
  });

  it.each([...folders].filter(([folder]) => !WITHOUT_NAMES.includes(folder)))(
    'names all folders of %s/',
    (folder, named) => {
      expect(named).toEqual(foldersOf(folder));
    },
  );

  it('has a row for each room of shared/', () => {
    expect([...rowsOf('Rooms').keys()].toSorted()).toEqual(foldersOf('shared'));
  });

  it('is right that each folder of functions/ has a handler', () => {
    for (const name of foldersOf('functions')) {
      expect(readdirSync(`${ROOT}functions/${name}`)).toContain('handler.ts');
    }
  });
});
