import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Budgets of the first load of a page in bytes, compressed with gzip: JavaScript and CSS. */
export const FIRST_LOAD_BUDGET = 450_000;
/** The same with the charts and the map of the page. */
export const WHOLE_PAGE_BUDGET = 600_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

export interface PageSize {
  /** Source file of the page. */
  readonly page: string;
  /** Compressed bytes of what the page needs to appear. */
  readonly firstLoad: number;
  /** With charts and map. */
  readonly whole: number;
}

/** Compressed sizes of each page of a built console. @param folder of the console in the site */
export function consoleSizes(folder: string): PageSize[] {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const bytes = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 6 }).length;
  /** Files of the chunks and of what they import at once; with `lazily`, also of what they load later. */
  const filesOf = (names: readonly string[], lazily: boolean): ReadonlySet<string> => {
    const seen = new Set<string>();
    const files = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const { file, css = [], imports = [], dynamicImports = [] } = manifest[name] ?? { file: '' };
      for (const one of [file, ...css]) files.add(one);
      for (const next of imports) visit(next);
      // The entry loads all other pages lazily: those are not parts of this page.
      if (lazily && manifest[name]?.isEntry !== true) for (const next of dynamicImports) visit(next);
    };
    for (const name of names) visit(name);
    return files;
  };
  const sum = (files: ReadonlySet<string>) => [...files].reduce((total, file) => total + bytes(file), 0);
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry === true) ?? '';
  const pages = manifest[entry]?.dynamicImports ?? [];
  return pages
    .map((page) => ({
      page,
      firstLoad: sum(filesOf([entry, page], false)),
      whole: sum(filesOf([entry, page], true)),
    }))
    .sort((a, b) => b.whole - a.whole);
}
