import { readFileSync } from 'node:fs';

/** The description of the API in the bundle, without the indentation of its file, which is half of the bytes. */
export const readDescription = (file = new URL('data/openapi.json', import.meta.url)): string =>
  JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
