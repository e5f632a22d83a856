import { writeFile } from 'node:fs/promises';
import { GENERATED_PAGES } from './pages/generated-pages.ts';

/** Writes the generated pages of docs/. */
const ROOT = new URL('../', import.meta.url);

for (const [path, page] of Object.entries(GENERATED_PAGES)) {
  await writeFile(new URL(path, ROOT), page());
  console.log(path);
}
