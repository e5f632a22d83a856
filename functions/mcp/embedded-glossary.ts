import { readFileSync } from 'node:fs';

/** The glossary of the documentation without its links, which have no target outside of the pages. */
export const readGlossary = (file = new URL('data/glossary.md', import.meta.url)): string =>
  readFileSync(file, 'utf8').replace(/\[([^[\]]{1,200})\]\([^[\]()]{1,200}\)/g, '$1');
