import { readFile, writeFile } from 'node:fs/promises';
import type { Measured } from './measured-operation.ts';
import { PAGES, withTables } from './scale-tables.ts';

const MEASURED = new URL('./measured.json', import.meta.url);
const FOLDER = new URL('../../../docs/explanation/', import.meta.url);

/** Updates the tables of cost-of-calls.md and scale.md from new measurements or, without them, from the stored ones. */
export async function renewPages(now?: Measured): Promise<void> {
  if (now !== undefined) await writeFile(MEASURED, `${JSON.stringify(now, undefined, 2)}\n`);
  const measured = now ?? (JSON.parse(await readFile(MEASURED, 'utf8')) as Measured);
  for (const [name, tables] of Object.entries(PAGES)) {
    const page = new URL(name, FOLDER);
    await writeFile(page, withTables(await readFile(page, 'utf8'), tables, measured));
  }
}
